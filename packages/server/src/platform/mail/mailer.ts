import { setTimeout as wait } from "node:timers/promises";
import { dateOf } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../telemetry/log.ts";
import { createOutbox } from "./mail-outbox.ts";
import { createSmtp } from "./mail-smtp.ts";

export type Mail = { to: string; subject: string; text: string };

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
export type OutgoingMail = Mail & { from: string; date: Date };

export type MailTransport = {
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
export class MailNotSentError extends Error {
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
