import type { Language } from "@veritick/contract/errors.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { countAttempt } from "../platform/db/attempts.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { createMailer } from "../platform/mail/mailer.ts";
import type { MailSettings } from "../platform/mail/mailer.ts";
import type { Outbox, OutboxMessage } from "../platform/outbox.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { queueOnDevices } from "./devices.ts";
import { findMailFacts, layOutMail } from "./mail-layout.ts";
import type { MailFacts, Text, WrittenMail } from "./mail-layout.ts";
import { MAIL_WORDS, MAILED_CHANGES } from "./mail-words.ts";
import type { MailedChange, SignIn } from "./mail-words.ts";
import { WITHDRAWAL_NEWS } from "./money-mail-words.ts";
import type { RejectedDeposit, Withdrawal } from "./money-mail-words.ts";
import { FOR_STAFF, isForStaff, writeStaffMail } from "./staff-mails.ts";
import type { StaffNews } from "./staff-mails.ts";

/** The kinds of news of which a user gets a limited number of mails, so that no loop of theirs stops everybody's mails. */
const LIMITED = [
  ...MAILED_CHANGES,
  ...WITHDRAWAL_NEWS,
  "deposit_rejected",
  "signed_in_anew",
  "long_break_begun",
] as const;
type LimitedNews = (typeof LIMITED)[number];

export type News = LimitedNews | StaffNews;

/** The kinds of mails whose writers are elsewhere (`writes`). */
const WRITTEN_ELSEWHERE = [
  "reset_asked",
  "reset_link",
  "email_confirm",
  "email_change",
  "email_change_asked",
  "closing_scheduled",
  "closing_refused",
  "own_account_closed",
] as const;

export const MAIL_KINDS = [...LIMITED, ...FOR_STAFF, ...WRITTEN_ELSEWHERE] as const;
type MailKind = (typeof MAIL_KINDS)[number];

/** The mails that may go to an address before it is confirmed: they ask for that, or for a password of that mailbox. */
const TO_UNCONFIRMED: ReadonlySet<MailKind> = new Set<MailKind>([
  "reset_asked",
  "reset_link",
  "email_confirm",
  "email_change",
]);

const MAILS_PER_KIND = 20;
const HOUR_SECONDS = 3600;

const mailCounter = (userId: string, kind: LimitedNews): string => `mails/${userId}/${kind}`;
export const mailCounters = (userId: string): string[] => LIMITED.map((kind) => mailCounter(userId, kind));

/**
 * A queued mail. Its text is written when it is sent. `ref` is the id of its subject, such as a withdrawal. `lastUntil` is
 * the time until which no further mail of its kind follows, if it is the last one.
 */
export type QueuedMail = {
  kind: MailKind;
  userId?: string;
  /** The address, if the account may not exist, or exists no more. */
  email?: string;
  ref?: string;
  language?: Language;
  lastUntil?: string;
  /** The network address whose call caused the mail; by default its account. All accounts of one person share it. */
  source?: string | undefined;
};

/** Writes a mail at the moment of sending. Returns undefined if its subject or its recipient no longer exists. */
export type Writer = (
  message: OutboxMessage<QueuedMail>,
  facts: MailFacts,
) => Promise<WrittenMail | undefined>;

export type Notifier = {
  /** False if no mail server is configured. Then no mails are queued. */
  readonly sendsMails: boolean;
  /**
   * Queues a notice for a user in the transaction of the event: by e-mail, up to a number an hour of each kind, and on the
   * devices they chose. The mail is in the language of the call if it is given, else in the user's.
   */
  notify(
    connection: Queryable,
    userId: string,
    news: News,
    about?: { ref?: string; language?: Language | undefined; source?: string | undefined },
  ): Promise<void>;
  mail(connection: Queryable, message: QueuedMail): Promise<string>;
  writes(kind: (typeof WRITTEN_ELSEWHERE)[number], writer: Writer): void;
  close(): void;
};

const isMailedChange = (kind: string): kind is MailedChange =>
  (MAILED_CHANGES as readonly string[]).includes(kind);

/** The news that devices get: the steps of a withdrawal that its owner waits for. */
const ON_DEVICES: readonly News[] = WITHDRAWAL_NEWS.filter((news) => news !== "withdrawal_asked");

export function createNotifier(context: {
  database: Database;
  clock: Clock;
  log: Log;
  outbox: Outbox;
  config: {
    /** Undefined if no mail server is configured. */
    mail: MailSettings | undefined;
    supportEmail: string | undefined;
    withdrawalHoldHours: number;
  };
  live: { readonly supportChatUrl: string | undefined };
  /** Returns the site's address for links. It comes from the configuration, never from a request. */
  siteOrigin(): string;
}): Notifier {
  const { database, clock, log, outbox, config, live, siteOrigin } = context;
  const { mail: sending, supportEmail, withdrawalHoldHours } = config;
  const mailer = sending && createMailer({ ...sending, replyTo: supportEmail }, { clock, log });
  const writers = new Map<MailKind, Writer>();

  async function mail(connection: Queryable, message: QueuedMail): Promise<string> {
    const source = message.source ?? message.userId ?? message.email;
    const [id] = await outbox.add(connection, "mails", [{ ...message, source }]);
    return id!;
  }

  /** Queues a mail about news unless the user got too many of its kind. The last one says that it is the last. */
  async function mailNews(connection: Queryable, message: QueuedMail & { kind: News; userId: string }) {
    const { kind, userId } = message;
    if (isForStaff(kind)) return mail(connection, message);
    const now = dateOf(clock);
    const key = mailCounter(userId, kind);
    const count = await countAttempt(connection, key, MAILS_PER_KIND, HOUR_SECONDS, now);
    if (!count.allowed) return undefined;
    const lastUntil = new Date(now.getTime() + count.retryAfterSeconds * 1000).toISOString();
    return mail(connection, { ...message, ...(count.isLast && { lastUntil }) });
  }

  async function textOf(
    kind: News,
    ref: string | undefined,
    language: Language,
    facts: MailFacts,
  ): Promise<Text | undefined> {
    const words = MAIL_WORDS[language](facts);
    const profile = `${siteOrigin()}/profile`;
    if (isMailedChange(kind)) return words.change(kind, withdrawalHoldHours, profile);
    if (ref === undefined) return undefined;
    if (kind === "signed_in_anew") {
      const signIn = await findSignIn(database, ref);
      return signIn && words.signIn(signIn, profile);
    }
    if (kind === "long_break_begun") {
      const until = await findBreakEnd(database, ref);
      return until && words.longBreak(until, profile);
    }
    if (isForStaff(kind)) return writeStaffMail(database, { kind, ref, language, site: siteOrigin() }, facts);
    if (kind === "deposit_rejected") {
      const deposit = await findDeposit(database, ref);
      return deposit && words.depositRejected(deposit);
    }
    const withdrawal = await findWithdrawal(database, ref);
    return withdrawal && words.withdrawal[kind](withdrawal, siteOrigin());
  }

  /** Writes a mail to a user. Returns undefined if the account no longer exists. */
  const toPerson: Writer = async ({ data: { kind, userId, ref, language: asked, lastUntil } }, facts) => {
    const person = await findRecipient(database, userId);
    if (person === undefined) return undefined;
    const language = asked ?? person.language ?? "en";
    const written = await textOf(kind as News, ref, language, facts);
    if (written === undefined) return undefined;
    const last =
      lastUntil === undefined ? "" : MAIL_WORDS[language](facts).last(MAILS_PER_KIND, new Date(lastUntil));
    return { ...written, text: last + written.text, to: person.email, language };
  };

  if (mailer !== undefined)
    outbox.send("mails", async (message) => {
      const known = message as OutboxMessage<QueuedMail>;
      const { kind, userId } = known.data;
      const support = [supportEmail, live.supportChatUrl].filter((address) => address !== undefined);
      const toSupport = (part: string) => (support.length === 0 ? "" : part);
      const facts = { ...(await findMailFacts(database, userId)), toSupport };
      const written = await (writers.get(kind) ?? toPerson)(known, facts);
      // The last moment covers every mail, also those of the console, which queues them by itself.
      if (written === undefined || (!TO_UNCONFIRMED.has(kind) && (await isUnconfirmed(database, userId))))
        return;
      const laidOut = await layOutMail(database, written, { name: facts.name, support });
      await mailer.send({ ...written, ...laidOut, id: message.id });
    });

  return {
    sendsMails: mailer !== undefined,
    async notify(connection, userId, news, { ref, language, source } = {}) {
      const about = {
        ...(ref !== undefined && { ref }),
        ...(language !== undefined && { language }),
        source,
      };
      if (mailer !== undefined) await mailNews(connection, { kind: news, userId, ...about });
      if (ref !== undefined && ON_DEVICES.includes(news))
        await queueOnDevices(outbox, connection, userId, { kind: news, refs: [ref] });
    },
    mail,
    writes: (kind, writer) => void writers.set(kind, writer),
    close: () => mailer?.close(),
  };
}

async function isUnconfirmed(database: Queryable, userId: string | undefined): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "is_email_unconfirmed",
    text: "select from users where id = $1 and email_confirmed_at is null",
    values: [userId],
  });
  return rowCount === 1;
}

/** Finds where a user's mails go, and their language. Returns undefined if the account no longer exists. */
export async function findRecipient(
  database: Queryable,
  userId: string | undefined,
): Promise<{ email: string; language: Language | null } | undefined> {
  const { rows } = await database.query<{ email: string; language: Language | null }>({
    name: "find_recipient",
    text: "select email, language from users where id = $1",
    values: [userId],
  });
  return rows[0];
}

async function findSignIn(database: Database, eventId: string): Promise<SignIn | undefined> {
  const { rows } = await database.query<SignIn>({
    name: "find_told_sign_in",
    text: `select created_at as at, address, user_agent as "userAgent" from security_events where id = $1`,
    values: [eventId],
  });
  return rows[0];
}

async function findBreakEnd(database: Database, userId: string): Promise<Date | undefined> {
  const { rows } = await database.query<{ until: Date | null }>({
    name: "find_told_break",
    text: "select greatest(paused_until, excluded_until) as until from user_limits where user_id = $1",
    values: [userId],
  });
  return rows[0]?.until ?? undefined;
}

async function findWithdrawal(database: Database, id: string): Promise<Withdrawal | undefined> {
  const { rows } = await database.query<Withdrawal>({
    name: "find_told_withdrawal",
    text: `select w.amount, w.net_amount as net, w.address, w.transaction_hash as hash, w.rejection_reason as reason, p.sent
           from withdrawal_transactions w
           left join payouts p on p.withdrawal_id = w.id and lower(p.sent ->> 'hash') = lower(w.transaction_hash)
           where w.id = $1`,
    values: [id],
  });
  return rows[0];
}

async function findDeposit(database: Database, id: string): Promise<RejectedDeposit | undefined> {
  const { rows } = await database.query<RejectedDeposit>({
    name: "find_told_deposit",
    text: "select amount, rejection_reason as reason from deposit_transactions where id = $1",
    values: [id],
  });
  return rows[0];
}
