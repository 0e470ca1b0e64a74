import { resetIds } from "../src/platform/ids.ts";

// Test files share the modules of their process. This is the only state in them that outlives an app.
resetIds();
