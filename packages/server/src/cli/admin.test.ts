import { expect, it } from "vitest";
import { environmentOf, runScript } from "../../testing/backups.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { makeAdministrator } from "../admin/public.ts";
import { createLog } from "../platform/telemetry/log.ts";

const scope = useApp();
const SLOW_MS = 120_000;

/** Runs `npm run admin` on this file's database beside the running server. */
const admin = (...args: string[]) => adminWith({}, ...args);

function adminWith(environment: Record<string, string>, ...args: string[]) {
  const { DATABASE_URL } = environmentOf(scope.connection);
  return runScript("cli/admin.ts", args, { DATABASE_URL, ...environment });
}

it(
  "the command resets a password beside a running server, and shows the new one",
  { timeout: SLOW_MS },
  async () => {
    const email = "grace@example.com";
    await makeAdministrator(
      { ...scope.app, log: createLog("silent"), sendsMails: false },
      { email, note: undefined, holdHours: 0 },
    );
    const { code, told } = await admin("reset", "Grace@example.com", "--note", "lost it");
    expect([code, told]).toEqual([
      0,
      expect.stringContaining(`${email} has a new password. Sessions ended: 0.`),
    ]);
    const password = /: ([a-z2-9]{20})$/m.exec(told)?.[1];
    const login = await new TestClient(scope.app.url).post("/api/auth/login", { email, password });
    expect(login.body).toMatchObject({ isAdmin: true });
  },
);

it(
  "a reset queues mails only if a server can send them, and says what to do",
  { timeout: SLOW_MS },
  async () => {
    const { id, email } = await new TestClient(scope.app.url).register();
    const queued = async () =>
      (
        await scope.app.database.query(
          "select data ->> 'kind' as kind from outbox where data ->> 'userId' = $1",
          [id],
        )
      ).rows;
    const NO_MAIL = "SMTP_URL is not set here, so the user receives no e-mail about this.";
    const unmailed = await admin("reset", email, "--second-step");
    expect([unmailed.code, unmailed.told]).toEqual([0, expect.stringContaining(NO_MAIL)]);
    expect(unmailed.told).toContain("Set up a second factor in the profile now");
    expect(await queued()).toEqual([]);
    const mailed = await adminWith({ SMTP_URL: "smtp://mail.example" }, "reset", email, "--second-step");
    expect([mailed.code, mailed.told]).toEqual([0, expect.not.stringContaining(NO_MAIL)]);
    expect(await queued()).toEqual([{ kind: "password_reset" }]);
  },
);

it("the command makes an account with a role, and lists it", { timeout: SLOW_MS }, async () => {
  const email = "kim@example.com";
  const { code, told } = await admin("make", email, "--role", "cashier");
  expect([code, told]).toEqual([0, expect.stringContaining(`${email} is a new account and a cashier.`)]);
  const { told: listed } = await admin("list");
  expect(listed).toContain(`${email}  cashier  two-step sign-in off  passkeys: 0  not signed in`);
});

it("the command prints its usage, and the reason of a refusal", { timeout: SLOW_MS }, async () => {
  const [wrong, odd, refused] = await Promise.all([
    admin("reset"),
    admin("make", "kim@example.com", "--role", "king"),
    admin("revoke", "nobody@example.com"),
  ]);
  expect(odd.code).toBe(2);
  expect(wrong).toMatchObject({
    code: 2,
    told: expect.stringContaining("Usage: npm run admin -- reset EMAIL"),
  });
  expect(refused).toMatchObject({ code: 1, told: "No account has the e-mail address nobody@example.com." });
});
