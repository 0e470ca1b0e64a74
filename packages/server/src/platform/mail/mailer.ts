import { chmodSync, mkdirSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { dateOf } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import type { Log } from "../telemetry/log.ts";

type Mail = { to: string; subject: string; text: string };

export type Mailer = {
  /** Sends an e-mail. Rejects where it could not be handed over after several tries. */
  send(mail: Mail): Promise<void>;
  /** Tries nothing again any more and lets go of the mail server. */
  close(): void;
};

export type MailSettings = {
  transport: { smtpUrl: string } | { outbox: string };
  from: string;
};

/** A mail as it goes out. */
type OutgoingMail = Mail & { from: string; date: Date };

type MailTransport = {
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
};

type MailerOptions = {
  clock: Clock;
  log: Log;
  /** How long to wait before the second try, the third, and so on. */
  retryDelaysMs?: readonly number[];
};

const RETRY_DELAYS_MS = [1_000, 5_000];

/** Sends plain-text e-mails through a mail server, or into a folder that stands in for one. */
export function createMailer(settings: MailSettings, options: MailerOptions): Mailer {
  const { clock, log, retryDelaysMs = RETRY_DELAYS_MS } = options;
  const transport: MailTransport =
    "smtpUrl" in settings.transport
      ? createSmtp(settings.transport.smtpUrl)
      : createOutbox(settings.transport.outbox, { clock, log });
  const closing = new AbortController();

  return {
    async send(mail) {
      if (hasControlCharacter(mail.to) || hasControlCharacter(mail.subject)) {
        throw new Error("a mail's recipient and subject are one line each");
      }
      for (let attempt = 0; ; attempt += 1) {
        try {
          await transport.deliver({ ...mail, from: settings.from, date: dateOf(clock) });
          return;
        } catch (error) {
          const failure = describeFailure(error);
          const delayMs = closing.signal.aborted ? undefined : retryDelaysMs[attempt];
          if (delayMs === undefined) {
            log.error({ ...failure, attempts: attempt + 1 }, "an e-mail could not be sent");
            throw new MailNotSentError();
          }
          log.warn({ ...failure, attempts: attempt + 1 }, "an e-mail could not be sent yet");
          await wait(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
        }
      }
    },
    close() {
      closing.abort();
      transport.close();
    },
  };
}

/** Why is in the log already. */
class MailNotSentError extends Error {
  override readonly name = "MailNotSentError";

  constructor() {
    super("an e-mail could not be sent");
  }
}

const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text);

/** What went wrong, without the text of the reply: that may quote the recipient or what was sent. */
function describeFailure(error: unknown): Record<string, unknown> {
  const { code, originalCode, responseCode, command } = error as Record<string, unknown>;
  return { code: originalCode ?? code, responseCode, command };
}

const OUTBOX_DAYS = 30;

/** What a file of the outbox that was written then is named first. */
const stampOf = (date: Date): string => date.toISOString().replaceAll(":", "-");

/** Deletes the e-mails of the outbox that are older than a month, with their links, which have long expired. */
async function sweepOutbox(outbox: string, now: Date): Promise<void> {
  const oldest = stampOf(new Date(now.getTime() - OUTBOX_DAYS * 86_400_000));
  for (const name of await readdir(outbox))
    if (/^\d{4}-.*\.eml(\.new)?$/.test(name) && name < oldest) await rm(join(outbox, name), { force: true });
}

/** A folder where each mail becomes a file, for its owner alone; by name the files are in the order of time. */
function createOutbox(path: string, options: { clock: Clock; log: Log }): MailTransport {
  const { clock, log } = options;
  const outbox = resolve(path);
  mkdirSync(outbox, { recursive: true, mode: 0o700 });
  chmodSync(outbox, 0o700);
  log.info({ outbox }, "no mail server is configured: e-mails are written to this folder");

  return {
    async deliver(mail) {
      const name = `${stampOf(mail.date)}-${newId(clock.nowMs())}.eml`;
      const file = join(outbox, name);
      // Written aside and renamed, so that whoever looks finds whole mails only.
      const aside = await open(`${file}.new`, "wx", 0o600);
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
 * The mail as a mail program reads it. Its text stands there as it is, where a mail server would be sent it encoded in
 * short lines: a link can be copied out of the file by hand.
 */
async function compose({ to, from, subject, text, date }: OutgoingMail): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await composer.sendMail({
    to: { name: "", address: to },
    from,
    subject,
    date,
    text: "-",
  });
  const [headers = ""] = String(message).split("\r\n\r\n", 1);
  return [
    headers.replace(/^Content-Transfer-Encoding: 7bit$/m, "Content-Transfer-Encoding: 8bit"),
    text.replaceAll(/\r?\n/g, "\r\n"),
  ].join("\r\n\r\n");
}

const CONNECT_MS = 10_000;
/** How long the mail server may be silent. */
const SILENCE_MS = 20_000;
const CONNECTIONS = 2;

/** A mail server. `smtps:` is encrypted from the start; `smtp:` is as soon as the server offers it. */
function createSmtp(url: string): MailTransport {
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
