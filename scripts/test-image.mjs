// This file and lib/node-version.mjs must be readable by any Node.js, to be able to say that it is too old.
import { requireNode } from "./lib/node-version.mjs";

requireNode();
void import("./lib/image/run-image-test.mjs").then(function (test) {
  return test.runImageTest();
});
