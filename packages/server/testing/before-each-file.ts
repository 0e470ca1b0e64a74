import { resetIds } from "../src/platform/ids.ts";
import "./cheap-hashes.ts";
import "./remembered-noise.ts";

// Test files share the modules of their process. Beside the cost of hashes, the noise of past ticks, and databases with the
// connections to them, this is the only state in them that outlives an app.
resetIds();
