// Any Node.js must be able to read this file and lib/node-version.mjs, to say that it is too old.
import { requireNode } from "./lib/node-version.mjs";

requireNode();
void import("./lib/run-setup.mjs").then(function (setup) {
  return setup.runSetup();
});
