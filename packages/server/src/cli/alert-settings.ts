import { chmodSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readMail } from "../config/services.ts";
import { ConfigError, readEmail, readPublicUrl } from "../config/values.ts";
import { needsTls } from "../platform/mail/mailer.ts";
import { runTool, UsageError } from "./tool.ts";

const SUBJECT =
  '{{ if eq .Status "firing" }}{{ .CommonLabels.severity | toUpper }}{{ else }}Resolved{{ end }}: {{ .GroupLabels.alertname }}';
const TEXT = `{{ range .Alerts }}{{ if eq .Status "resolved" }}Resolved: {{ end }}{{ .Annotations.summary }}

{{ .Annotations.description }}

{{ .Annotations.runbook_url }}

{{ end }}`;

/**
 * Writes the settings of an Alertmanager that sends every alert by e-mail, from the settings with which the server sends its
 * own. Alertmanager itself reads no variables.
 */
await runTool("node packages/server/src/cli/alert-settings.ts FILE", async () => {
  const [file, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  if (file === undefined || rest.length > 0) throw new UsageError("name one file");
  // The file holds the password of the mail server. Alertmanager is in its group.
  writeFileSync(file, JSON.stringify(alertmanagerSettings(process.env), null, 2), { mode: 0o640 });
  chmodSync(file, 0o640);
});

function alertmanagerSettings(environment: Readonly<Record<string, string | undefined>>) {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const addresses = read("ALERT_EMAIL")?.split(",") ?? [];
  if (addresses.length === 0) throw new ConfigError("ALERT_EMAIL is missing: alerts are sent there");
  const to = addresses.map((address) => readEmail("ALERT_EMAIL", address)).join(", ");
  const publicUrl = readPublicUrl(read("PUBLIC_URL"));
  const mail = readMail(read, publicUrl, undefined);
  if (mail === undefined || !("smtpUrl" in mail.transport))
    throw new ConfigError("SMTP_URL is missing: alerts are sent through that mail server");
  const { smtpUrl } = mail.transport;
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isTls = protocol === "smtps:";
  const at = port || (isTls ? "465" : "587");
  if (isTls !== (at === "465"))
    throw new ConfigError(
      "SMTP_URL must be smtps:// with port 465, or smtp:// with another port: Alertmanager encrypts from the start on 465 alone",
    );
  const email = {
    to,
    send_resolved: true,
    headers: { Subject: `${SUBJECT} (${publicUrl!.host})` },
    text: TEXT,
    html: "",
  };
  return {
    global: {
      smtp_smarthost: `${hostname}:${at}`,
      smtp_from: mail.from,
      smtp_require_tls: !isTls && needsTls(smtpUrl),
      ...(username !== "" && {
        smtp_auth_username: decodeURIComponent(username),
        smtp_auth_password: decodeURIComponent(password),
      }),
    },
    route: {
      receiver: "operators",
      group_by: ["alertname"],
      group_wait: "10s",
      repeat_interval: "24h",
      routes: [{ receiver: "operators", matchers: ['severity="page"'], repeat_interval: "1h" }],
    },
    receivers: [{ name: "operators", email_configs: [email] }],
  };
}
