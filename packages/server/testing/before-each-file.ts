import { resetIds } from "../src/platform/ids.ts";
import "./cheap-hashes.ts";

// Test files share the modules of their process. Beside the cost of hashes, this is the only state in them
// that outlives an app.
resetIds();
