import { createECDH } from "node:crypto";
import type { Language } from "@veritick/contract/errors.ts";
import { amountIn } from "@veritick/contract/local-values.ts";
import { counted } from "@veritick/contract/plural.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Sealing } from "../platform/sealing.ts";
import type { WithdrawalNews } from "./money-mail-words.ts";

/**
 * A notice for one device. `refs` are the ids of its positions or withdrawals. Its text is written when it is sent. The outbox
 * shares its places among the devices' owners and push services.
 */
export type QueuedPush = { deviceId: string; owner: string; service: string; kind: string; refs: string[] };

/** The notice that the service worker shows. No title names an amount, because a locked screen may show it. */
type Push = { title: string; body: string; url: string };

const ENDINGS = ["won", "lost", "sold", "refunded"] as const;
type Ending = (typeof ENDINGS)[number];
type PositionRow = { status: Ending; type: "buy" | "sell"; duration: number; profit: string };
type DecidedNews = Exclude<WithdrawalNews, "withdrawal_asked">;

type Words = {
  one: Record<Ending, string>;
  many(count: number): string;
  position(row: PositionRow, profit: string): string;
  sum(counts: Record<Ending, number>, profit: string): string;
  withdrawal: Record<DecidedNews, { title: string; body: string }>;
};

export const PUSH_WORDS: Record<Language, Words> = {
  en: {
    one: {
      won: "Position won",
      lost: "Position lost",
      sold: "Position sold back",
      refunded: "Position closed early",
    },
    many: (count) => counted.en(count, "position ended", "positions ended"),
    position: ({ type, duration }, profit) =>
      `${type === "buy" ? "Buy" : "Sell"}, ${duration} min: ${profit} USDMS`,
    sum: ({ won, lost, sold, refunded }, profit) => {
      const results = [
        won > 0 && `${won} won`,
        lost > 0 && `${lost} lost`,
        sold > 0 && `${sold} sold back`,
        refunded > 0 && `${refunded} closed early`,
      ];
      return `${results.filter(Boolean).join(", ")}: ${profit} USDMS`;
    },
    withdrawal: {
      withdrawal_approved: { title: "Withdrawal approved", body: "We are preparing the payout." },
      withdrawal_rejected: {
        title: "Withdrawal rejected",
        body: "The full amount has been refunded to your balance.",
      },
      withdrawal_failed: {
        title: "Withdrawal failed",
        body: "The full amount has been refunded to your balance.",
      },
      withdrawal_paid: { title: "Withdrawal paid", body: "The payout has been sent." },
    },
  },
  fr: {
    one: {
      won: "Position gagnée",
      lost: "Position perdue",
      sold: "Position revendue",
      refunded: "Position clôturée avant l’échéance",
    },
    many: (count) => counted.fr(count, "position terminée", "positions terminées"),
    position: ({ type, duration }, profit) =>
      `${type === "buy" ? "Achat" : "Vente"}, ${duration} min : ${profit} USDMS`,
    sum: ({ won, lost, sold, refunded }, profit) => {
      const results = [
        won > 0 && counted.fr(won, "gagnée", "gagnées"),
        lost > 0 && counted.fr(lost, "perdue", "perdues"),
        sold > 0 && counted.fr(sold, "revendue", "revendues"),
        refunded > 0 && `${counted.fr(refunded, "clôturée", "clôturées")} avant l’échéance`,
      ];
      return `${results.filter(Boolean).join(", ")} : ${profit} USDMS`;
    },
    withdrawal: {
      withdrawal_approved: { title: "Retrait approuvé", body: "Le versement est en préparation." },
      withdrawal_rejected: {
        title: "Retrait rejeté",
        body: "Le montant total a été recrédité sur votre solde.",
      },
      withdrawal_failed: {
        title: "Échec du retrait",
        body: "Le montant total a été recrédité sur votre solde.",
      },
      withdrawal_paid: { title: "Retrait versé", body: "Le versement a été envoyé." },
    },
  },
};

/** Writes a notice. Returns undefined if its positions or withdrawal no longer belong to this user. */
export async function writePush(
  database: Queryable,
  { kind, refs }: Pick<QueuedPush, "kind" | "refs">,
  { user_id: userId, language }: { user_id: string; language: Language },
): Promise<Push | undefined> {
  const words = PUSH_WORDS[language];
  if (kind in words.withdrawal) {
    const { rowCount } = await database.query(
      "select from withdrawal_transactions where id = any ($1) and user_id = $2",
      [refs, userId],
    );
    return rowCount === 0 ? undefined : { ...words.withdrawal[kind as DecidedNews], url: "/dashboard" };
  }
  const { rows } = await database.query<
    PositionRow & Record<Ending, number> & { total: string; positions: number }
  >(
    // Amounts have two decimals, cut as on the pages.
    `select status, type, duration, trunc(profit, 2) as profit, trunc(sum(profit) over (), 2) as total,
       ${ENDINGS.map((ending) => `count(*) filter (where status = '${ending}') over () as ${ending}`).join(", ")},
       count(*) over () as positions
     from trading_positions where id = any ($1) and user_id = $2 and status <> 'active' limit 1`,
    [refs, userId],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const { positions, total } = row;
  const title = positions === 1 ? words.one[row.status] : words.many(positions);
  const body =
    positions === 1
      ? words.position(row, signed(row.profit, language))
      : words.sum(row, signed(total, language));
  return { title, body, url: "/dashboard" };
}

const signed = (decimal: string, language: Language): string =>
  `${decimal.startsWith("-") ? "−" : "+"}${amountIn(language, decimal.replace("-", ""))}`;

/** SQL for the part of a notice that says which device `d` it is for. The host of an endpoint ends at its third slash. */
export const TO_DEVICE = `'deviceId', d.id, 'owner', d.user_id, 'service', split_part(d.endpoint, '/', 3)`;

/**
 * Returns SQL for a part of a statement that ends positions. It queues one notice for each device of their owners, in the
 * same transaction. Positions of users without a device cost an index look-up, and nothing while no user has a device.
 *
 * @param ended the part with the ended positions, with `id` and `user_id`
 * @param at the instant, as SQL
 */
export const tellOfEnded = (ended: string, at: string): string => `
told as (
  insert into outbox (channel, data, queued_at, next_try_at)
  select 'pushes', jsonb_build_object(${TO_DEVICE}, 'kind', 'positions_ended', 'refs', jsonb_agg(e.id)),
    ${at}::timestamptz, ${at}::timestamptz
  from ${ended} e join push_devices d on d.user_id = e.user_id and not d.ended
  where exists (select from push_devices)
  group by d.id
)`;

/** Derives the installation's key pair (VAPID) from the pepper, so every process has it and no further secret is stored. */
export function pushKeys(sealing: Sealing): { publicKey: string; privateKey: string } {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(sealing.key("push-identity"));
  return {
    publicKey: pair.getPublicKey("base64url"),
    privateKey: pair.getPrivateKey().toString("base64url"),
  };
}
