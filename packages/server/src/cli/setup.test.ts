import { execFile } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { folderForTest } from "../../testing/backups.ts";
import { startFakeNowPayments } from "../../testing/fake-nowpayments/fake-nowpayments.ts";
import { startSmtpServer } from "../../testing/smtp-server.ts";

const cli = fileURLToPath(new URL("setup.ts", import.meta.url));
const example = join(import.meta.dirname, "../../../..", ".env.example");

/** Runs the command in a folder that holds `.env.example`. An answer for each question that it asks, then the end of the input. */
function setup(answers: string[], environment: Record<string, string> = {}, folder = folderForTest()) {
  copyFileSync(example, join(folder, ".env.example"));
  const file = join(folder, ".env");
  const env = { PATH: process.env["PATH"], ...environment };
  return new Promise<{ code: number | null; told: string; file: string; folder: string }>((resolve) => {
    const child = execFile(process.execPath, [cli, file], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, told: stdout + stderr, file, folder }),
    );
    child.stdin!.end(answers.map((answer) => `${answer}\n`).join(""));
  });
}

const valuesOf = (file: string) => parseEnv(readFileSync(file, "utf8"));

it("makes every secret without a question answered, and keeps them the next time", async () => {
  const folder = folderForTest();
  // A run that was killed left this.
  writeFileSync(join(folder, ".env.new"), "", { mode: 0o644 });
  const { code, told, file } = await setup([], { SITE_ADDRESS: "localhost" }, folder);
  expect([code, told]).toEqual([0, expect.stringContaining("New secrets: 9.")]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const values = valuesOf(file);
  const secrets = Object.entries(values).filter(([, value]) => /^[\da-f]{64}$/.test(value!));
  expect(new Set(secrets.map(([, value]) => value)).size).toBe(9);
  expect(values).toMatchObject({
    SITE_ADDRESS: "localhost",
    PAYMENT_PROVIDER: "sandbox",
    HOUSE_CAPITAL: "1000000",
  });
  // The file keeps its explanations.
  expect(readFileSync(file, "utf8").match(/^# /gm)?.length).toBe(
    readFileSync(example, "utf8").match(/^# /gm)?.length,
  );

  // Lines that an operator wrote as the command would not, one of which it asks for.
  const own = `MAIL_FROM="Ada's <ada@example.com>" # hers\nHELP_LINKS="Ada's=https://\${HELP}"\n`;
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/^(MAIL_FROM|HELP_LINKS)=\n/gm, "") + own);
  const changed = { SITE_ADDRESS: "LOCALHOST", HOUSE_CAPITAL: "500", SMTP_URL: "smtp://localhost:25" };
  const again = await setup([changed.SITE_ADDRESS, "", changed.HOUSE_CAPITAL, changed.SMTP_URL], {}, folder);
  expect(again.told).toContain("New secrets: 0. The others are unchanged.");
  expect(readFileSync(file, "utf8")).toContain(own);
  expect(valuesOf(file)).toEqual({ ...values, ...changed, ...parseEnv(own) });
});

it("refuses a file with a secret that it would not read, and leaves it as it is", async () => {
  const folder = folderForTest();
  const text = `export PRICE_SECRET=${"a".repeat(64)}\n`;
  writeFileSync(join(folder, ".env"), text);
  const { code, told, file } = await setup(["localhost"], {}, folder);
  expect([code, told]).toEqual([1, expect.stringContaining('write "export PRICE_SECRET=" as NAME=value')]);
  expect(readFileSync(file, "utf8")).toBe(text);
});

it("asks again after an answer that the server would refuse, and writes nothing if no other comes", async () => {
  const right = await setup(["https://x/", "localhost", "paypal", "", "-5", "1000"]);
  expect(right.told).toContain('! SITE_ADDRESS must be a name such as trade.example.com, not "https://x/".');
  expect(right.told).toContain('! PAYMENT_PROVIDER must be "sandbox" or "nowpayments", not "paypal".');
  expect(right.told).toContain('! HOUSE_CAPITAL must be an amount up to 1000000000, not "-5".');
  expect(valuesOf(right.file)).toMatchObject({ PAYMENT_PROVIDER: "sandbox", HOUSE_CAPITAL: "1000" });

  const unfinished = await setup(["localhost", "nowpayments"]);
  expect([unfinished.code, unfinished.told]).toEqual([
    1,
    expect.stringContaining("NOWPAYMENTS_API_KEY is required"),
  ]);
  expect(existsSync(unfinished.file)).toBe(false);
});

it("writes nothing if somebody at a terminal leaves with Ctrl+D", async () => {
  const NODE_OPTIONS = "--import=data:text/javascript,process.stdin.isTTY=true";
  const { code, told, file } = await setup(["localhost", "\u0004"], { NODE_OPTIONS });
  expect([code, told]).toEqual([1, expect.stringContaining("The input ended. Nothing was written.")]);
  expect(existsSync(file)).toBe(false);
});

it("says that a name leads nowhere, and keeps it if its owner wants that", async () => {
  const { code, told, file } = await setup(["trade.invalid", "n"]);
  expect([code, told]).toEqual([0, expect.stringContaining("DNS has no address for trade.invalid yet.")]);
  expect(valuesOf(file)["SITE_ADDRESS"]).toBe("trade.invalid");
});

it("tries the keys of the payment provider by reading from it", async () => {
  const fake = await startFakeNowPayments({ clock: { nowMs: () => Date.now() } });
  onTestFinished(() => fake.close());
  const { NOWPAYMENTS_BASE_URL: base, ...keys } = fake.environment();
  const folder = folderForTest();
  // A line that an operator added stays, and holds already.
  writeFileSync(join(folder, ".env"), `${readFileSync(example, "utf8")}NOWPAYMENTS_BASE_URL=${base}\n`);
  const right = keys["NOWPAYMENTS_API_KEY"]!;
  const rest = [keys["NOWPAYMENTS_EMAIL"]!, "wrong", keys["NOWPAYMENTS_TOTP_SECRET"]!];
  const { code, told, file } = await setup(
    [
      ["localhost", "nowpayments"],
      ["wrong", keys["NOWPAYMENTS_IPN_SECRET"]!, "", "y"],
      [right, "", ...rest, "y"],
      ["", "", "", keys["NOWPAYMENTS_PASSWORD"]!, ""],
      ["1000000", "500"],
    ].flat(),
    {},
    folder,
  );
  expect(told).toContain("! Invalid api key");
  expect(told).toContain("! NOWPayments refused the sign-in");
  expect(code).toBe(0);
  for (const secret of [right, keys["NOWPAYMENTS_PASSWORD"]!, keys["NOWPAYMENTS_IPN_SECRET"]!])
    expect(told).not.toContain(secret);
  expect(valuesOf(file)).toMatchObject({
    NOWPAYMENTS_EMAIL: keys["NOWPAYMENTS_EMAIL"],
    BEACON: "quicknet",
    FOUR_EYES_ABOVE: "500",
  });
  expect([fake.effects.paymentsCreated, fake.effects.payoutsCreated]).toEqual([0, 0]);
});

it("sends a test e-mail through the mail server", async () => {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  smtp.refuseNext(1);
  const mail = [smtp.url, "", "help@example.com", "ada@example.com"];
  const { code, told, file } = await setup(["localhost", "", "", ...mail, "y", ...mail]);
  expect([code, told]).toEqual([0, expect.stringContaining("! the mail server answered 451")]);
  expect(told).toContain("A test e-mail is on its way to ada@example.com.");
  expect(smtp.mails.map(({ from, to }) => [from, to])).toEqual([["no-reply@localhost", ["ada@example.com"]]]);
  expect(valuesOf(file)).toMatchObject({
    SMTP_URL: smtp.url,
    MAIL_FROM: "Veritick <no-reply@localhost>",
    SUPPORT_EMAIL: "help@example.com",
  });
});
