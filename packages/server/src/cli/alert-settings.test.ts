import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import { folderForTest } from "../../testing/backups.ts";
import { startSmtpServer } from "../../testing/smtp-server.ts";
import { ConfigError } from "../config/values.ts";
import { alertmanagerSettings } from "../config/alertmanager-settings.ts";

const cli = fileURLToPath(new URL("alert-settings.ts", import.meta.url));
const SITE = { PUBLIC_URL: "https://trade.example", ALERT_EMAIL: "night@example.com, Boss@example.com" };

/** Runs the command. */
function makeFile(environment: Record<string, string>) {
  const file = join(folderForTest(), "alertmanager.yml");
  const env = { PATH: process.env["PATH"], ...environment };
  return new Promise<{ code: number | null; told: string; file: string }>((resolve) => {
    const child = execFile(process.execPath, [cli, file], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, told: stdout + stderr, file }),
    );
  });
}

it("makes the settings from those of the server's mail", () => {
  const SMTP_URL = "smtps://bot%40trade.example:p%2Fq%25@mail.example";
  const made = alertmanagerSettings({ ...SITE, SMTP_URL, MAIL_FROM: "Trade <no-reply@trade.example>" });
  expect(made.global).toEqual({
    smtp_smarthost: "mail.example:465",
    smtp_from: "Trade <no-reply@trade.example>",
    // This is STARTTLS. Port 465 is encrypted from the start.
    smtp_require_tls: false,
    smtp_auth_username: "bot@trade.example",
    smtp_auth_password: "p/q%",
  });
  expect(made.receivers[0]!.email_configs[0]!.to).toBe("night@example.com, boss@example.com");
});

it("demands STARTTLS of any other mail server than one on this machine", () => {
  const globalOf = (SMTP_URL: string) => alertmanagerSettings({ ...SITE, SMTP_URL }).global;
  const there = { smtp_smarthost: "mail.example:587", smtp_require_tls: true };
  expect(globalOf("smtp://mail.example")).toMatchObject(there);
  const here = { smtp_smarthost: "[::1]:2525", smtp_require_tls: false };
  expect(globalOf("smtp://[::1]:2525")).toMatchObject(here);
});

it.each([
  [{ SMTP_URL: "smtps://mail.example" }, "ALERT_EMAIL is required"],
  [
    { SMTP_URL: "smtps://mail.example", ALERT_EMAIL: "nobody" },
    'ALERT_EMAIL is not a valid e-mail address: "nobody"',
  ],
  [{ ALERT_EMAIL: "a@example.com" }, "SMTP_URL is required"],
  [
    { ALERT_EMAIL: "a@example.com", SMTP_URL: "smtps://mail.example:2465" },
    "SMTP_URL must be smtps:// with port 465",
  ],
  [
    { ALERT_EMAIL: "a@example.com", SMTP_URL: "smtp://mail.example:465" },
    "SMTP_URL must be smtps:// with port 465",
  ],
])("with %j says that %s", (environment, told) => {
  const make = () => alertmanagerSettings({ PUBLIC_URL: "https://trade.example", ...environment });
  expect(make).toThrow(ConfigError);
  expect(make).toThrow(told);
});

it("writes a file for the group of Alertmanager alone, or one line that says why not", async () => {
  const made = await makeFile({ ...SITE, SMTP_URL: "smtps://mail.example" });
  expect([made.code, made.told]).toEqual([0, ""]);
  expect(statSync(made.file).mode & 0o777).toBe(0o640);
  expect(JSON.parse(readFileSync(made.file, "utf8"))).toHaveProperty("receivers");
  const refused = await makeFile(SITE);
  expect([refused.code, refused.told.trim().split("\n")]).toEqual([
    1,
    [expect.stringContaining("SMTP_URL is required")],
  ]);
  expect(existsSync(refused.file)).toBe(false);
});

const ALERTMANAGER = ["/usr/bin/prometheus-alertmanager", "/usr/local/bin/alertmanager"].find((file) =>
  existsSync(file),
);

it.skipIf(ALERTMANAGER === undefined)(
  "an Alertmanager mails an alert with them (skipped unless one is installed: apt-get install prometheus-alertmanager)",
  async () => {
    const mailServer = await startSmtpServer();
    onTestFinished(() => mailServer.close());
    const settings = alertmanagerSettings({ ...SITE, SMTP_URL: mailServer.url });
    // It waits so long for further alerts of the same name.
    settings.route.group_wait = "0s";
    const file = join(folderForTest(), "alertmanager.yml");
    writeFileSync(file, JSON.stringify(settings));
    const words = [`--config.file=${file}`, `--storage.path=${folderForTest()}`, "--cluster.listen-address="];
    const child = spawn(ALERTMANAGER!, [...words, "--web.listen-address=127.0.0.1:0"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    onTestFinished(async () => {
      child.kill();
      await new Promise((resolve) =>
        child.exitCode === null ? child.once("exit", resolve) : resolve(undefined),
      );
    });
    const port = await new Promise<string>((resolve, reject) => {
      const told: string[] = [];
      createInterface(child.stderr).on("line", (line) => {
        told.push(line);
        const [, found] = /[Ll]istening.* address=127\.0\.0\.1:(\d+)/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once("exit", () => reject(new Error(told.join("\n"))));
    });
    const alert = {
      labels: { alertname: "DatabaseDown", severity: "page" },
      annotations: {
        summary: "It is <down>",
        description: "Impact: none. First: look.",
        runbook_url: "docs/runbook.md",
      },
    };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify([alert]),
    });
    expect(answer.status, await answer.text()).toBe(200);
    await vi.waitFor(() => expect(mailServer.mails).toHaveLength(1), { timeout: 20_000 });
    const [mail] = mailServer.mails;
    expect(mail).toMatchObject({
      from: "no-reply@trade.example",
      to: ["night@example.com", "boss@example.com"],
    });
    expect(mail!.data).toContain("Subject: PAGE: DatabaseDown (trade.example)");
    expect(mail!.data.replaceAll("=\r\n", "")).toMatch(
      /It is <down>\s+Impact: none\. First: look\.\s+docs\/runbook\.md/,
    );
    expect(mail!.data).not.toContain("text/html");
  },
);
