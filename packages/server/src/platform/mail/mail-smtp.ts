import { createTransport } from "nodemailer";
import type { MailTransport } from "./mailer.ts";

const CONNECT_MS = 10_000;
/** How long the mail server may be silent. */
const SILENCE_MS = 20_000;
const CONNECTIONS = 2;

/** A mail server. `smtps:` is encrypted from the start; `smtp:` is as soon as the server offers it. */
export function createSmtp(url: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver({ to, from, subject, text, date }) {
      // As an object, an address is one address, whatever stands in it.
      await transport.sendMail({ to: { name: "", address: to }, from, subject, text, date });
    },
    close: () => transport.close(),
  };
}
