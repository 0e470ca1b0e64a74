import { runFlows } from "./run-flows.ts";
import { startWebkit } from "./webkit.ts";

runFlows("webkit", process.env["WEBKIT_DRIVER_PATH"] ? startWebkit : undefined);
