import type { Language } from "@veritick/contract/errors.ts";
import { amountIn } from "@veritick/contract/local-values.ts";
import { formatFixed, parseMinor } from "@veritick/domain/money.ts";
import type { MailFacts, Text } from "./mail-layout.ts";

/** The steps of a withdrawal that its owner is notified of. */
export const WITHDRAWAL_NEWS = [
  "withdrawal_asked",
  "withdrawal_approved",
  "withdrawal_rejected",
  "withdrawal_failed",
  "withdrawal_paid",
] as const;
export type WithdrawalNews = (typeof WITHDRAWAL_NEWS)[number];

export type Withdrawal = {
  amount: string;
  net: string;
  address: string;
  hash: string | null;
  reason: string | null;
  /** What the provider says that it sent in this transaction; null if it is what was asked for. */
  sent: { amount: string; asset: string; address: string } | null;
};
export type RejectedDeposit = Pick<Withdrawal, "amount" | "reason">;

export type MoneyWords = {
  withdrawal: Record<WithdrawalNews, (withdrawal: Withdrawal, site: string) => Text>;
  depositRejected(deposit: RejectedDeposit): Text;
};

/** Writes an amount with two decimals, cut as on the pages. */
const cutIn = (language: Language, decimal: string): string =>
  amountIn(language, formatFixed(parseMinor(decimal), 2));

const unitOf = (asset: string): string => asset.toUpperCase().replace(/^USDTTRC20$/, "USDT");

type Writes = (name: string, toSupport: MailFacts["toSupport"]) => MoneyWords;

const en: Writes = (name, toSupport) => ({
  withdrawal: {
    withdrawal_asked: ({ amount, net, address }, site) => ({
      subject: "Withdrawal requested",
      text:
        `A withdrawal of ${cutIn("en", amount)} USDMS from your ${name} account was requested. If this was you, ignore this e-mail.\n\n` +
        `Amount after the fee: ${cutIn("en", net)} USDT\nAddress: ${address}\n\n` +
        `If this was not you, cancel the withdrawal before it is approved, and change your password:\n\n${site}/dashboard\n\n` +
        toSupport(`Then contact support.\n`),
    }),
    withdrawal_approved: ({ amount, net, address }) => ({
      subject: "Withdrawal approved",
      text:
        `Your withdrawal of ${cutIn("en", amount)} USDMS was approved. We are preparing the payout of ${cutIn("en", net)} USDT to this address:\n\n` +
        `${address}\n\nWe will e-mail you when it has been sent.\n`,
    }),
    withdrawal_rejected: ({ amount, reason }, site) => ({
      subject: "Withdrawal rejected",
      text:
        `Your withdrawal of ${cutIn("en", amount)} USDMS was rejected. The full amount has been refunded to your balance:\n\n` +
        `${site}/dashboard\n\n${reason === null ? "" : `Reason: ${reason}\n\n`}` +
        toSupport(`If you have questions, contact support.\n`),
    }),
    withdrawal_failed: ({ amount }, site) => ({
      subject: "Withdrawal failed",
      text:
        `Your withdrawal of ${cutIn("en", amount)} USDMS could not be paid. The full amount has been refunded to your balance:\n\n` +
        `${site}/dashboard\n\n` +
        toSupport(`If you have questions, contact support.\n`),
    }),
    withdrawal_paid: ({ net, address, hash, sent }) => ({
      subject: "Withdrawal paid",
      text:
        (sent === null
          ? `We have sent ${amountIn("en", net)} USDT from your ${name} account to this address:\n\n${address}\n`
          : `You asked for ${amountIn("en", net)} USDT to this address:\n\n${address}\n\n` +
            `Our payment provider reports that it sent ${amountIn("en", sent.amount)} ${unitOf(sent.asset)} to this address:\n\n` +
            `${sent.address}\n\n` +
            toSupport(`If anything is missing, contact support.\n`)) +
        (hash === null ? "" : `\nTransaction: ${hash}\n`),
    }),
  },
  depositRejected: ({ amount, reason }) => ({
    subject: "Deposit rejected",
    text:
      `Your deposit of ${cutIn("en", amount)} USDMS was rejected. Nothing was credited.\n\n` +
      (reason === null ? "" : `Reason: ${reason}\n\n`) +
      `Do not send anything to the deposit address.` +
      toSupport(` If you have already paid or have questions, contact support.`) +
      `\n`,
  }),
});

const fr: Writes = (name, toSupport) => ({
  withdrawal: {
    withdrawal_asked: ({ amount, net, address }, site) => ({
      subject: "Retrait demandé",
      text:
        `Un retrait de ${cutIn("fr", amount)} USDMS de votre compte ${name} a été demandé. Si c’était vous, ignorez cet e-mail.\n\n` +
        `Montant après frais : ${cutIn("fr", net)} USDT\nAdresse : ${address}\n\n` +
        `Si ce n’était pas vous, annulez ce retrait avant qu’il soit approuvé et changez votre mot de passe :\n\n${site}/dashboard\n\n` +
        toSupport(`Contactez ensuite l’assistance.\n`),
    }),
    withdrawal_approved: ({ amount, net, address }) => ({
      subject: "Retrait approuvé",
      text:
        `Votre retrait de ${cutIn("fr", amount)} USDMS a été approuvé. Nous préparons le versement de ${cutIn("fr", net)} USDT à cette adresse :\n\n` +
        `${address}\n\nVous recevrez un e-mail dès que le versement sera envoyé.\n`,
    }),
    withdrawal_rejected: ({ amount, reason }, site) => ({
      subject: "Retrait rejeté",
      text:
        `Votre retrait de ${cutIn("fr", amount)} USDMS a été rejeté. Le montant total a été recrédité sur votre solde :\n\n` +
        `${site}/dashboard\n\n${reason === null ? "" : `Motif : ${reason}\n\n`}` +
        toSupport(`Pour toute question, contactez l’assistance.\n`),
    }),
    withdrawal_failed: ({ amount }, site) => ({
      subject: "Échec du retrait",
      text:
        `Votre retrait de ${cutIn("fr", amount)} USDMS n’a pas pu être versé. Le montant total a été recrédité sur votre solde :\n\n` +
        `${site}/dashboard\n\n` +
        toSupport(`Pour toute question, contactez l’assistance.\n`),
    }),
    withdrawal_paid: ({ net, address, hash, sent }) => ({
      subject: "Retrait versé",
      text:
        (sent === null
          ? `Nous avons envoyé ${amountIn("fr", net)} USDT de votre compte ${name} à cette adresse :\n\n${address}\n`
          : `Vous avez demandé ${amountIn("fr", net)} USDT à cette adresse :\n\n${address}\n\n` +
            `Notre prestataire de paiement indique avoir envoyé ${amountIn("fr", sent.amount)} ${unitOf(sent.asset)} à cette adresse :\n\n` +
            `${sent.address}\n\n` +
            toSupport(`S’il manque quelque chose, contactez l’assistance.\n`)) +
        (hash === null ? "" : `\nTransaction : ${hash}\n`),
    }),
  },
  depositRejected: ({ amount, reason }) => ({
    subject: "Dépôt rejeté",
    text:
      `Votre dépôt de ${cutIn("fr", amount)} USDMS a été rejeté. Aucun montant n’a été crédité.\n\n` +
      (reason === null ? "" : `Motif : ${reason}\n\n`) +
      `N’envoyez rien à l’adresse de dépôt.` +
      toSupport(` Si vous avez déjà payé, ou pour toute question, contactez l’assistance.`) +
      `\n`,
  }),
});

export const MONEY_MAIL_WORDS: Record<Language, Writes> = { en, fr };
