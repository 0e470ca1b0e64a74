import * as notices from "@veritick/contract/schemas/notices.ts";
import type { Bind } from "../platform/http/bind.ts";
import { isRefused } from "../platform/refusal.ts";
import { listUnsent } from "../platform/outbox.ts";
import { addDevice, listDevices, removeDevice } from "./devices.ts";
import type { DeviceContext } from "./devices.ts";
import { pushKeys } from "./push-words.ts";

/** So many are shown; more than a few mean that the mail server is down. */
const SHOWN = 100;

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

  bind(notices.listUnsentNotices, async () => {
    const rows = await listUnsent(database, SHOWN);
    return rows.map(({ id, channel, data, state, tries, reason, queued_at, next_try_at }) => ({
      id,
      channel: channel === "mails" ? ("mail" as const) : ("push" as const),
      kind: data.kind ?? "",
      userId: data.userId ?? null,
      givenUp: state === "failed",
      tries,
      reason,
      queuedAt: queued_at.toISOString(),
      nextTryAt: next_try_at?.toISOString() ?? null,
    }));
  });
}
