// The exports of notices for other features.
export { forgetDevices, sendPushes, toldRoutes } from "./devices.ts";
export type { DeviceContext } from "./devices.ts";
export { MAILED_CHANGES } from "./mail-words.ts";
export type { MailedChange } from "./mail-words.ts";
export { tellOfEnded } from "./push-words.ts";
export { createTell, mailCounters, tellSystems, tellSystemsOfEnded } from "./tell.ts";
export type { Tell } from "./tell.ts";
