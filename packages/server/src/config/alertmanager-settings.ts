import { needsTls } from "../platform/mail/mailer.ts";
import { readMail } from "./services.ts";
import { ConfigError, readEmail, readPublicUrl } from "./values.ts";

const SUBJECT =
  '{{ if eq .Status "firing" }}{{ .CommonLabels.severity | toUpper }}{{ else }}Resolved{{ end }}: {{ .GroupLabels.alertname }}';
const TEXT = `{{ range .Alerts }}{{ if eq .Status "resolved" }}Resolved: {{ end }}{{ .Annotations.summary }}

{{ .Annotations.description }}

{{ .Annotations.runbook_url }}

{{ end }}`;

/** Makes the settings of an Alertmanager that mails every alert, from those with which the server mails. @throws ConfigError */
export function alertmanagerSettings(environment: Readonly<Record<string, string | undefined>>) {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const addresses = read("ALERT_EMAIL")?.split(",") ?? [];
  if (addresses.length === 0) throw new ConfigError("ALERT_EMAIL is required: alerts are sent to it");
  const to = addresses.map((address) => readEmail("ALERT_EMAIL", address)).join(", ");
  const publicUrl = readPublicUrl(read("PUBLIC_URL"));
  const mail = readMail(read, publicUrl, undefined);
  if (mail === undefined || !("smtpUrl" in mail.transport))
    throw new ConfigError("SMTP_URL is required: alerts are sent through that mail server");
  const { smtpUrl } = mail.transport;
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isTls = protocol === "smtps:";
  const at = port || (isTls ? "465" : "587");
  if (isTls !== (at === "465"))
    throw new ConfigError(
      "SMTP_URL must be smtps:// with port 465, or smtp:// with another port: Alertmanager encrypts from the start on port 465 only",
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
