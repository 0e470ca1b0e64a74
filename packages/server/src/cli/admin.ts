import { parseArgs } from "node:util";
import { attachDatabase, runTool, UsageError } from "./tool.ts";
import {
  listAdministrators,
  makeAdministrator,
  resetAdministrator,
  revokeAdministrator,
} from "../admin/public.ts";
import { readHoldHours } from "../config/config.ts";
import { readDatabaseLocation } from "../config/installation.ts";
import { knownProvider } from "../payments/public.ts";
import { systemClock } from "../platform/clock.ts";

const USAGE =
  "npm run admin -- reset EMAIL [--second-step] [--note TEXT]\n" +
  "       npm run admin -- make EMAIL [--note TEXT]\n" +
  "       npm run admin -- revoke EMAIL [--note TEXT]\n" +
  "       npm run admin -- list";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const SIGN_IN = "Sign in with it, and change it in the profile. It is shown only now:";

/**
 * `npm run admin`: brings back, makes, revokes and lists administrators. Runs beside live servers, which notice ended
 * sessions within seconds.
 */
await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "second-step": { type: "boolean", default: false }, note: { type: "string" } },
  });
  const [command, address, ...rest] = positionals;
  const email = address?.trim().toLowerCase() ?? "";
  const isKnown = command === "list" ? address === undefined : EMAIL.test(email);
  const isLost = values["second-step"] && command !== "reset";
  if (!["reset", "make", "revoke", "list"].includes(command ?? "") || !isKnown || isLost || rest.length > 0) {
    throw new UsageError(USAGE);
  }
  const { database, close } = await attachDatabase(readDatabaseLocation(process.env));
  try {
    const context = { database, clock: systemClock() };
    const isSandbox = ((await knownProvider(database)) ?? "sandbox") === "sandbox";
    const order = {
      email,
      note: values.note?.trim() || undefined,
      holdHours: readHoldHours(process.env, isSandbox),
    };
    if (command === "list") {
      for (const { email, two_step, last_seen_at } of await listAdministrators(database)) {
        const seen = last_seen_at === null ? "not signed in" : `last seen ${last_seen_at.toISOString()}`;
        console.log(`${email}  two-step sign-in ${two_step ? "on" : "off"}  ${seen}`);
      }
    } else if (command === "reset") {
      const removesSecondStep = values["second-step"];
      const { password, ended } = await resetAdministrator(context, { ...order, removesSecondStep });
      console.log(`${email} has a new password. Sessions ended: ${ended}.`);
      if (removesSecondStep) console.log("Two-step sign-in is off. Switch it on again in the profile.");
      console.log(`${SIGN_IN} ${password}`);
    } else if (command === "make") {
      const { password, isNew } = await makeAdministrator(context, order);
      console.log(
        isNew
          ? `${email} is a new account and an administrator.`
          : `${email} is an administrator now. The account got a new password, all its sessions ended, and its ` +
              "two-step sign-in is off.",
      );
      console.log(`${SIGN_IN} ${password}`);
    } else {
      await revokeAdministrator(context, order);
      console.log(`${email} is an ordinary account now, and its sessions ended.`);
    }
  } finally {
    await close();
  }
});
