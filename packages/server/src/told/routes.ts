import * as notices from "@veritick/contract/schemas/notices.ts";
import type { Bind } from "../platform/http/bind.ts";
import { isRefused } from "../platform/refusal.ts";
import { addDevice, listDevices, removeDevice } from "./devices.ts";
import type { DeviceContext } from "./devices.ts";
import { pushKeys } from "./push-words.ts";

export function toldRoutes(bind: Bind, context: DeviceContext): void {
  const { database, sealing } = context;
  const { publicKey } = pushKeys(sealing);

  bind(notices.listPushDevices, async ({ identity }) => ({
    publicKey,
    devices: await listDevices(context, identity.userId),
  }));

  bind(notices.addPushDevice, ({ identity, body, userAgent, language = "en" }) =>
    addDevice(context, identity, {
      endpoint: body.endpoint,
      ...body.keys,
      userAgent,
      language,
    }),
  );

  bind(notices.removePushDevice, async ({ identity, params }) => {
    const refused = await removeDevice(database, identity.userId, params.id);
    return isRefused(refused) ? refused : { ok: true as const };
  });
}
