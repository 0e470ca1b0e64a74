import { resetIds } from "../src/platform/ids.ts";
import "./cheap-hashes.ts";
import { spareNoise } from "./remembered-noise.ts";

// Test files share the modules of their process. Besides the cost of hashes and the noise of past ticks, this is their
// only state that outlives an app.
resetIds();
spareNoise(false);
