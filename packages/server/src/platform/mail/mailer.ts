import { chmodSync, mkdirSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { dateOf } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { isThisMachine } from "../loopback.ts";
import { NotSentError } from "../outbox.ts";
import type { Log } from "../telemetry/log.ts";

type Mail = {
  /** The permanent name of the mail: a second delivery has the same `Message-ID`, so that a mailbox can recognise it. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** The same in HTML, for mail programs that show it. */
  html?: string;
};

export type Mailer = {
  /** Hands an e-mail over once. Rejects with a `NotSentError` if that fails. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

export type MailSettings = {
  transport: { smtpUrl: string } | { outbox: string };
  from: string;
  /** Where answers go; by default to `from`. */
  replyTo?: string | undefined;
};

type OutgoingMail = Mail & {
  from: string;
  replyTo: string | undefined;
  messageId: string;
  date: Date;
  headers: Record<string, string>;
};

/** Asks mail programs not to answer by themselves (RFC 3834). */
const HEADERS = { "Auto-Submitted": "auto-generated" };

/** Loaded with the first e-mail: loading takes a tenth of a start, and most processes and commands do not need it. */
const loadNodemailer = () => import("nodemailer");

type MailTransport = {
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/** Sends e-mails through a mail server, or into a folder that stands in for one. */
export function createMailer(settings: MailSettings, { clock, log }: { clock: Clock; log: Log }): Mailer {
  const { from, replyTo } = settings;
  const transport: MailTransport =
    "smtpUrl" in settings.transport
      ? createSmtp(settings.transport.smtpUrl)
      : createOutbox(settings.transport.outbox, { log });
  const host = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? "localhost";

  return {
    async send(mail) {
      if (hasControlCharacter(mail.to) || hasControlCharacter(mail.subject)) {
        throw new Error("a mail's recipient and subject are one line each");
      }
      try {
        const messageId = `<${mail.id}@${host}>`;
        const date = dateOf(clock);
        await transport.deliver({ ...mail, from, replyTo, messageId, date, headers: HEADERS });
      } catch (error) {
        throw new NotSentError(describeFailure(error));
      }
    },
    close: () => transport.close(),
  };
}

const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text);

/** Describes the failure without the text of the reply, which may quote the recipient or the message. */
function describeFailure(error: unknown): string {
  const { code, originalCode, responseCode } = error as Record<string, unknown>;
  if (code === "ETLS") return "the mail server offers no TLS that can be trusted";
  if (typeof responseCode === "number") return `the mail server answered ${responseCode}`;
  const cause = originalCode ?? code;
  return `the mail server did not take it (${typeof cause === "string" ? cause : "unknown"})`;
}

const OUTBOX_DAYS = 30;

const stampOf = (date: Date): string => date.toISOString().replaceAll(":", "-");

/** Deletes the e-mails of the outbox that are older than 30 days. Their links have long expired. */
async function sweepOutbox(outbox: string, now: Date): Promise<void> {
  const oldest = stampOf(new Date(now.getTime() - OUTBOX_DAYS * 86_400_000));
  for (const name of await readdir(outbox))
    if (/^\d{4}-.*\.eml(\.new)?$/.test(name) && name < oldest) await rm(join(outbox, name), { force: true });
}

/**
 * Makes a folder, for its owner alone, in which each mail becomes a file. Sorted by name, the files are in the order of
 * time.
 */
function createOutbox(path: string, { log }: { log: Log }): MailTransport {
  const outbox = resolve(path);
  mkdirSync(outbox, { recursive: true, mode: 0o700 });
  chmodSync(outbox, 0o700);
  log.info({ outbox }, "no mail server is configured: e-mails are written to this folder");

  return {
    async deliver(mail) {
      const name = `${stampOf(mail.date)}-${mail.id}.eml`;
      const file = join(outbox, name);
      // Written under another name and renamed, so that readers find complete mails only.
      const aside = await open(`${file}.new`, "w", 0o600);
      try {
        await aside.writeFile(await compose(mail));
        await aside.sync();
      } finally {
        await aside.close();
      }
      await rename(`${file}.new`, file);
      log.info({ file }, "an e-mail was written");
      await sweepOutbox(outbox, mail.date);
    },
    close: () => {},
  };
}

/**
 * Returns the mail in the format of mail programs, without its HTML. Its text is left unencoded, where a mail server would
 * get it encoded in short lines, so that a link can be copied out of the file by hand.
 */
async function compose({
  to,
  from,
  replyTo,
  subject,
  text,
  date,
  messageId,
  headers,
}: OutgoingMail): Promise<string> {
  const { createTransport } = await loadNodemailer();
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await composer.sendMail({
    to: { name: "", address: to },
    from,
    replyTo,
    subject,
    date,
    messageId,
    headers,
    text: "-",
  });
  const [head = ""] = String(message).split("\r\n\r\n", 1);
  return [
    head.replace(/^Content-Transfer-Encoding: 7bit$/m, "Content-Transfer-Encoding: 8bit"),
    text.replaceAll(/\r?\n/g, "\r\n"),
  ].join("\r\n\r\n");
}

const CONNECT_MS = 10_000;
/** The time for which the mail server may be silent. */
const SILENCE_MS = 20_000;
const CONNECTIONS = 4;

/**
 * Tells whether mail may go to this server only encrypted. The loopback is no exception where the query names another way.
 *
 * @param smtpUrl the address of the mail server
 */
export function needsTls(smtpUrl: string): boolean {
  const url = new URL(smtpUrl);
  return !isThisMachine(url) || url.searchParams.has("service") || url.searchParams.has("proxy");
}

/** Sends through a mail server. `smtps:` is encrypted from the start, `smtp:` by STARTTLS before anything else is said. */
function createSmtp(url: string): MailTransport {
  let opened: ReturnType<typeof openSmtp> | undefined;
  return {
    async deliver({ to, from, replyTo, subject, text, html, date, messageId, headers }) {
      const transport = await (opened ??= openSmtp(url));
      // An object holds exactly one address, whatever its text contains.
      const recipient = { name: "", address: to };
      const mail = { to: recipient, from, replyTo, subject, text, html, date, messageId, headers };
      await transport.sendMail(mail);
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

async function openSmtp(url: string) {
  const { createTransport } = await loadNodemailer();
  return createTransport({
    url,
    requireTLS: needsTls(url),
    pool: true,
    maxConnections: CONNECTIONS,
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
