import { parseArgs } from "node:util";
import { ROLES } from "@veritick/contract/roles.ts";
import { EMAIL, plainEmail } from "@veritick/domain/emails.ts";
import { attachDatabase, runTool, UsageError } from "./tool.ts";
import {
  listAdministrators,
  makeAdministrator,
  nameOf,
  resetAccess,
  revokeAdministrator,
} from "../admin/public.ts";
import { canSendMails, readHoldHours } from "../config/config.ts";
import { readDatabaseLocation } from "../config/installation.ts";
import { knownProvider } from "../payments/public.ts";
import { systemClock } from "../platform/clock.ts";
import { createLog } from "../platform/telemetry/log.ts";

const USAGE =
  "npm run admin -- reset EMAIL [--second-step] [--note TEXT]\n" +
  `       npm run admin -- make EMAIL [--role ${ROLES.join("|")}] [--note TEXT]\n` +
  "       npm run admin -- revoke EMAIL [--note TEXT]\n" +
  "       npm run admin -- list";

const NO_MAIL = "SMTP_URL is not set here, so the user receives no e-mail about this.";

const signInAdvice = (password: string): string =>
  `Temporary password (shown once): ${password}\nSign in with it, then change it in the profile.`;

/**
 * `npm run admin`: resets, makes, revokes and lists staff, and removes the lost second factor of any user. Runs
 * beside live servers, which notice ended sessions within seconds.
 */
await runTool(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "second-step": { type: "boolean", default: false },
      role: { type: "string" },
      note: { type: "string" },
    },
  });
  const [command, address, ...rest] = positionals;
  const email = plainEmail(address ?? "");
  const isKnown = command === "list" ? address === undefined : EMAIL.test(email);
  const role = ROLES.find((known) => known === (values.role ?? "administrator"));
  const isMisplaced =
    (values["second-step"] && command !== "reset") || (values.role !== undefined && command !== "make");
  const isCommand = ["reset", "make", "revoke", "list"].includes(command ?? "");
  if (!isCommand || !isKnown || isMisplaced || role === undefined || rest.length > 0) {
    throw new UsageError();
  }
  const location = readDatabaseLocation(process.env);
  const { database, close } = await attachDatabase(location);
  try {
    const sendsMails = canSendMails(process.env, location);
    const context = { database, clock: systemClock(), log: createLog("warn"), sendsMails };
    const isSandbox = ((await knownProvider(database)) ?? "sandbox") === "sandbox";
    const order = {
      email,
      note: values.note?.trim() || undefined,
      holdHours: readHoldHours(process.env, isSandbox),
    };
    if (command === "list") {
      for (const { email, role, two_step, passkeys, last_seen_at } of await listAdministrators(database)) {
        const seen = last_seen_at === null ? "not signed in" : `last seen ${last_seen_at.toISOString()}`;
        const twoStep = `two-step sign-in ${two_step ? "on" : "off"}`;
        console.log(`${email}  ${role}  ${twoStep}  passkeys: ${passkeys}  ${seen}`);
      }
    } else if (command === "reset") {
      const removesSecondStep = values["second-step"];
      const { password, ended, passkeys } = await resetAccess(context, {
        ...order,
        removesSecondStep,
      });
      console.log(`${email} has a new password. Sessions ended: ${ended}.`);
      if (removesSecondStep) {
        console.log(
          `Two-step sign-in is off. Passkeys removed: ${passkeys}. Set up a second factor in the profile now: ` +
            "until then, the password or a link by e-mail is enough to sign in.",
        );
      }
      if (!sendsMails) console.log(NO_MAIL);
      console.log(signInAdvice(password));
    } else if (command === "make") {
      const { password, isNew } = await makeAdministrator(context, { ...order, role });
      console.log(
        isNew
          ? `${email} is a new account and ${nameOf(role)}.`
          : `${email} is now ${nameOf(role)}. The account has a new password. Its sessions have ended, two-step sign-in is ` +
              "off and its passkeys are removed.",
      );
      if (!isNew && !sendsMails) console.log(NO_MAIL);
      console.log(signInAdvice(password));
    } else {
      await revokeAdministrator(context, order);
      console.log(`${email} is now an ordinary account. Its sessions have ended.`);
    }
  } finally {
    await close();
  }
});
