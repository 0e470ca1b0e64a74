import * as passkeys from "@veritick/contract/schemas/passkeys.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { isRefused } from "../../platform/refusal.ts";
import { visitorOf } from "../context.ts";
import type { AccountContext } from "../context.ts";
import { deviceTokenOf } from "../passwords/known-places.ts";
import { signInWithPasskey } from "../passwords/sign-in.ts";
import { takeSession } from "../sessions/manage-sessions.ts";
import { addPasskey, beginPasskey, removePasskey, renamePasskey, toPasskey } from "./manage-passkeys.ts";
import {
  askForPasskey,
  askOwnPasskey,
  closingBy,
  findPasskeys,
  SIGN_IN,
  stepUpBy,
  withdrawalBy,
} from "./prove-passkey.ts";

export function passkeyRoutes(bind: Bind, context: AccountContext): void {
  bind(passkeys.beginPasskeySignIn, () => askForPasskey(context, SIGN_IN));

  bind(passkeys.passkeySignIn, async (call) => {
    const device = deviceTokenOf(call);
    const result = await signInWithPasskey(context, call.body.passkey, { ...visitorOf(call), device });
    return isRefused(result) ? result : takeSession(context, call, { ...result, device });
  });

  bind(passkeys.listPasskeys, async ({ identity }) =>
    (await findPasskeys(context.database, identity.userId)).map(toPasskey),
  );

  bind(passkeys.beginPasskey, ({ identity }) => beginPasskey(context, identity));

  bind(passkeys.addPasskey, (call) => addPasskey(context, call));

  bind(passkeys.renamePasskey, (call) => renamePasskey(context, call, call.params.id));

  bind(
    passkeys.removePasskey,
    async (call) => (await removePasskey(context, call, call.params.id)) ?? { ok: true as const },
  );

  bind(passkeys.askPasskey, ({ identity, body: { withdrawal, closing } }) => {
    const about =
      withdrawal !== undefined
        ? withdrawalBy(identity, withdrawal)
        : closing !== undefined
          ? closingBy(identity, closing)
          : stepUpBy(identity);
    return askOwnPasskey(context, identity, about);
  });
}
