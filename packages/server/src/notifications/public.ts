export { endDevices, forgetDevicesOf, notificationRoutes, sendPushes } from "./devices.ts";
export type { DeviceContext } from "./devices.ts";
export { MAILED_CHANGES } from "./mail-words.ts";
export type { MailFacts } from "./mail-layout.ts";
export type { MailedChange } from "./mail-words.ts";
export { tellOfEnded } from "./push-words.ts";
export { createNotifier, findRecipient, mailCounters } from "./notifier.ts";
export type { Notifier } from "./notifier.ts";
export { queuePositionWebhooksSql, queueWebhookEvent } from "./queue-webhooks.ts";
