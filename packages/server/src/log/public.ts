export { hasLog, isLogKeyKnown } from "./log-key.ts";
export { openLog } from "./open-log.ts";
