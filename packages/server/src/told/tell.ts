import type { Language } from "@veritick/contract/errors.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type { WebhookData, WebhookEvent } from "@veritick/contract/schemas/webhooks.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import type { Mailer } from "../platform/mail/mailer.ts";
import type { Errand, Outbox } from "../platform/outbox.ts";
import { queueOnDevices } from "./devices.ts";
import { MAIL_WORDS, MAILED_CHANGES } from "./mail-words.ts";
import type {
  MailedChange,
  RejectedDeposit,
  SignIn,
  Text,
  Withdrawal,
  WithdrawalNews,
} from "./mail-words.ts";

/** What people are told of. */
export type News = MailedChange | WithdrawalNews | "deposit_rejected" | "signed_in_anew" | "rights_granted";

/** A mail to be written when it is sent. `ref` is the id of what it is about. */
export type MailErrand = {
  kind: string;
  userId?: string;
  /** Only where an account is asked for that may not exist. */
  email?: string;
  ref?: string;
  language?: Language;
};

/** Writes a mail at the moment of sending; undefined where there is nothing to tell any more, or nobody. */
export type Writer = (errand: Errand<MailErrand>) => Promise<(Text & { to: string }) | undefined>;

export type Tell = {
  /** False where no mail server is configured: then nothing is queued as a mail. */
  readonly sendsMails: boolean;
  /**
   * Tells a person, in the transaction of what happened: by e-mail, and on the devices they chose. The mail is in their
   * language, or in that of the call.
   */
  person(
    connection: Queryable,
    userId: string,
    news: News,
    about?: { ref?: string; language?: Language | undefined },
  ): Promise<void>;
  /** Queues a mail that the caller's own writer writes. Returns its id. */
  mail(connection: Queryable, errand: MailErrand): Promise<string>;
  writes(kind: string, writer: Writer): void;
};

const isMailedChange = (kind: string): kind is MailedChange =>
  (MAILED_CHANGES as readonly string[]).includes(kind);

/** Withdrawals that somebody waits for. */
const ON_DEVICES: readonly News[] = [
  "withdrawal_approved",
  "withdrawal_rejected",
  "withdrawal_failed",
  "withdrawal_paid",
];

export function createTell(context: {
  database: Database;
  outbox: Outbox;
  /** Undefined if no mail server is configured. */
  mailer: Mailer | undefined;
  /** The site's address for links. It comes from the configuration, never from a request. */
  siteOrigin(): string;
  withdrawalHoldHours: number;
}): Tell {
  const { database, outbox, mailer, siteOrigin } = context;
  const writers = new Map<string, Writer>();

  async function mail(connection: Queryable, errand: MailErrand): Promise<string> {
    const [id] = await outbox.add(connection, "mails", [errand]);
    return id!;
  }

  async function textOf(kind: News, ref: string | undefined, language: Language): Promise<Text | undefined> {
    const words = MAIL_WORDS[language];
    const profile = `${siteOrigin()}/profile`;
    if (isMailedChange(kind)) return words.change(kind, context.withdrawalHoldHours, profile);
    if (ref === undefined) return undefined;
    if (kind === "signed_in_anew") {
      const signIn = await findSignIn(database, ref);
      return signIn && words.signIn(signIn, profile);
    }
    if (kind === "rights_granted") {
      const grant = await findGrant(database, ref);
      return grant && words.grant(grant, `${siteOrigin()}/admin`);
    }
    if (kind === "deposit_rejected") {
      const deposit = await findDeposit(database, ref);
      return deposit && words.depositRejected(deposit);
    }
    const withdrawal = await findWithdrawal(database, ref);
    return withdrawal && words.withdrawal[kind](withdrawal, siteOrigin());
  }

  /** Of somebody who has closed their account there is nothing left to tell. */
  const toPerson: Writer = async ({ data: { kind, userId, ref, language: asked } }) => {
    const { rows } = await database.query<{ email: string; language: Language | null }>({
      name: "find_recipient",
      text: "select email, language from users where id = $1",
      values: [userId],
    });
    const person = rows[0];
    const text = person && (await textOf(kind as News, ref, asked ?? person.language ?? "en"));
    return text && { ...text, subject: `Veritick: ${text.subject}`, to: person.email };
  };

  if (mailer !== undefined)
    outbox.send("mails", async (errand) => {
      const known = errand as Errand<MailErrand>;
      const written = await (writers.get(known.data.kind) ?? toPerson)(known);
      if (written !== undefined) await mailer.send({ ...written, id: errand.id });
    });

  return {
    sendsMails: mailer !== undefined,
    async person(connection, userId, news, { ref, language } = {}) {
      const about = { ...(ref !== undefined && { ref }), ...(language !== undefined && { language }) };
      if (mailer !== undefined) await mail(connection, { kind: news, userId, ...about });
      if (ref !== undefined && ON_DEVICES.includes(news))
        await queueOnDevices(outbox, connection, userId, { kind: news, refs: [ref] });
    },
    mail,
    writes: (kind, writer) => void writers.set(kind, writer),
  };
}

async function findSignIn(database: Database, eventId: string): Promise<SignIn | undefined> {
  const { rows } = await database.query<SignIn>({
    name: "find_told_sign_in",
    text: `select created_at as at, address, left(user_agent, 200) as "userAgent" from security_events where id = $1`,
    values: [eventId],
  });
  return rows[0];
}

async function findWithdrawal(database: Database, id: string): Promise<Withdrawal | undefined> {
  const { rows } = await database.query<Withdrawal>({
    name: "find_told_withdrawal",
    text: `select amount, net_amount as net, address, transaction_hash as hash, rejection_reason as reason
           from withdrawal_transactions where id = $1`,
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

async function findGrant(database: Database, proposalId: string) {
  const { rows } = await database.query<{ email: string; role: Role; by: string; from: Date }>({
    name: "find_told_grant",
    // One that was declined meanwhile needs no declining.
    text: `select u.email, p.role, coalesce(a.email, '') as by, p.effective_at as from
           from proposals p join users u on u.id = p.subject left join users a on a.id = p.proposed_by
           where p.id = $1 and p.outcome is null and p.effective_at is not null`,
    values: [proposalId],
  });
  return rows[0];
}

/**
 * Tells the systems of the operator that ask for it, in the transaction of what happened, so that nothing is told of what was
 * rolled back. `webhooks/deliver.ts` sends it. Nothing new is kept for an endpoint that is paused.
 */
export async function tellSystems<T extends WebhookEvent["type"]>(
  connection: Queryable,
  at: Date,
  type: T,
  data: WebhookData<T>,
): Promise<void> {
  await connection.query({
    name: "tell_systems",
    text: `insert into webhook_deliveries (id, endpoint_id, event_id, type, data, created_at, next_at)
           select gen_random_uuid(), id, $1, $2, $3, $4, $4 from webhook_endpoints
           where $2 = any (types) and paused_at is null`,
    values: [newId(at.getTime()), type, JSON.stringify(data), at],
  });
}

/** SQL: the endpoints that ask for positions. Next to nobody has one, and then this is all that positions cost. */
const ASKING = "webhook_endpoints where 'position.settled' = any (types) and paused_at is null";

/**
 * SQL: a part of a statement that ends positions. It tells the systems that ask for positions, in the same transaction.
 *
 * @param ended a query of the ended positions: `id`, `user_id`, `amount`, `status` and `profit`
 * @param at the instant, as SQL
 */
export const tellSystemsOfEnded = (ended: string, at: string): string => `
told_systems as (
  insert into webhook_deliveries (id, endpoint_id, event_id, type, data, created_at, next_at)
  select gen_random_uuid(), w.id, e.event_id, 'position.settled',
    jsonb_build_object('positionId', e.id, 'userId', e.user_id, 'amount', e.amount::numeric(18,8)::text,
      'status', e.status, 'profit', e.profit::numeric(18,8)::text),
    ${at}::timestamptz, ${at}::timestamptz
  from (select gen_random_uuid() as event_id, p.* from (${ended}) p where exists (select from ${ASKING})) e
  cross join (select id from ${ASKING}) w
)`;
