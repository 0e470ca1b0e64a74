import type { Language } from "@veritick/contract/errors.ts";
import { formatFixed, parseMinor } from "@veritick/domain/money.ts";
import type { Text, ToSupport } from "./mail-layout.ts";

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

/** Formats an amount with two decimals, cut as on the pages. */
const amountOf = (decimal: string): string => formatFixed(parseMinor(decimal), 2);
const montantDe = (decimal: string): string => amountOf(decimal).replace(".", ",");

/** Formats an amount that was sent, to be compared with its transaction: all digits, without further zeros at the end. */
const sentOf = (decimal: string): string => decimal.replace(/(\.\d\d\d*?)0*$/, "$1");

const envoyeDe = (decimal: string): string => sentOf(decimal).replace(".", ",");

const unitOf = (asset: string): string => asset.toUpperCase().replace(/^USDTTRC20$/, "USDT");

const en = (toSupport: ToSupport): MoneyWords => ({
  withdrawal: {
    withdrawal_asked: ({ amount, net, address }, site) => ({
      subject: "Withdrawal requested",
      text:
        `Somebody, probably you, asked to withdraw ${amountOf(amount)} USDMS from your Veritick account.\n\n` +
        `Amount after the fee: ${amountOf(net)} USDT\nAddress: ${address}\n\n` +
        `If this was not you, cancel it before it is approved, and change your password:\n\n${site}/dashboard\n\n` +
        toSupport(`Then contact support.\n`),
    }),
    withdrawal_approved: ({ amount, net, address }) => ({
      subject: "Withdrawal approved",
      text:
        `Your withdrawal of ${amountOf(amount)} USDMS was approved. We are preparing your payment of ${amountOf(net)} USDT to this address:\n\n` +
        `${address}\n\nWe will e-mail you when it has been sent.\n`,
    }),
    withdrawal_rejected: ({ amount, reason }, site) => ({
      subject: "Withdrawal rejected",
      text:
        `Your withdrawal of ${amountOf(amount)} USDMS was rejected. The whole amount is back in your balance:\n\n` +
        `${site}/dashboard\n\n${reason === null ? "" : `Reason: ${reason}\n\n`}` +
        toSupport(`If you have questions, contact support.\n`),
    }),
    withdrawal_failed: ({ amount }, site) => ({
      subject: "Withdrawal not paid",
      text:
        `Your withdrawal of ${amountOf(amount)} USDMS could not be paid. The whole amount is back in your balance:\n\n` +
        `${site}/dashboard\n\n` +
        toSupport(`If you have questions, contact support.\n`),
    }),
    withdrawal_paid: ({ net, address, hash, sent }) => ({
      subject: "Withdrawal paid",
      text:
        (sent === null
          ? `${sentOf(net)} USDT from your Veritick account were sent to this address:\n\n${address}\n`
          : `You asked for ${sentOf(net)} USDT to this address:\n\n${address}\n\n` +
            `Our payment provider says that it sent ${sentOf(sent.amount)} ${unitOf(sent.asset)} to this address:\n\n` +
            `${sent.address}\n\n` +
            toSupport(`If anything is missing, contact support.\n`)) +
        (hash === null ? "" : `\nTransaction: ${hash}\n`),
    }),
  },
  depositRejected: ({ amount, reason }) => ({
    subject: "Deposit rejected",
    text:
      `Your deposit of ${amountOf(amount)} USDMS was rejected. Nothing was credited.\n\n` +
      (reason === null ? "" : `Reason: ${reason}\n\n`) +
      `Do not send anything to the deposit address.` +
      toSupport(` If you have paid already, or have questions, contact support.`) +
      `\n`,
  }),
});

const fr = (toSupport: ToSupport): MoneyWords => ({
  withdrawal: {
    withdrawal_asked: ({ amount, net, address }, site) => ({
      subject: "Retrait demandé",
      text:
        `Quelqu’un, probablement vous, a demandé de retirer ${montantDe(amount)} USDMS de votre compte Veritick.\n\n` +
        `Montant après les frais : ${montantDe(net)} USDT\nAdresse : ${address}\n\n` +
        `Si ce n’était pas vous, annulez ce retrait avant qu’il soit approuvé et changez votre mot de passe :\n\n${site}/dashboard\n\n` +
        toSupport(`Prévenez ensuite l’assistance.\n`),
    }),
    withdrawal_approved: ({ amount, net, address }) => ({
      subject: "Retrait approuvé",
      text:
        `Votre retrait de ${montantDe(amount)} USDMS a été approuvé. Votre paiement de ${montantDe(net)} USDT à cette adresse est en préparation :\n\n` +
        `${address}\n\nVous recevrez un autre e-mail lorsqu’il aura été envoyé.\n`,
    }),
    withdrawal_rejected: ({ amount, reason }, site) => ({
      subject: "Retrait rejeté",
      text:
        `Votre retrait de ${montantDe(amount)} USDMS a été rejeté. Le montant entier est de retour sur votre solde :\n\n` +
        `${site}/dashboard\n\n${reason === null ? "" : `Motif : ${reason}\n\n`}` +
        toSupport(`Pour toute question, contactez l’assistance.\n`),
    }),
    withdrawal_failed: ({ amount }, site) => ({
      subject: "Retrait non payé",
      text:
        `Votre retrait de ${montantDe(amount)} USDMS n’a pas pu être payé. Le montant entier est de retour sur votre solde :\n\n` +
        `${site}/dashboard\n\n` +
        toSupport(`Pour toute question, contactez l’assistance.\n`),
    }),
    withdrawal_paid: ({ net, address, hash, sent }) => ({
      subject: "Retrait payé",
      text:
        (sent === null
          ? `${envoyeDe(net)} USDT de votre compte Veritick ont été envoyés à cette adresse :\n\n${address}\n`
          : `Vous avez demandé ${envoyeDe(net)} USDT à cette adresse :\n\n${address}\n\n` +
            `Notre prestataire de paiement indique avoir envoyé ${envoyeDe(sent.amount)} ${unitOf(sent.asset)} à cette adresse :\n\n` +
            `${sent.address}\n\n` +
            toSupport(`S’il manque quelque chose, contactez l’assistance.\n`)) +
        (hash === null ? "" : `\nTransaction : ${hash}\n`),
    }),
  },
  depositRejected: ({ amount, reason }) => ({
    subject: "Dépôt rejeté",
    text:
      `Votre dépôt de ${montantDe(amount)} USDMS a été rejeté. Rien n’a été crédité.\n\n` +
      (reason === null ? "" : `Motif : ${reason}\n\n`) +
      `N’envoyez plus rien à l’adresse de dépôt.` +
      toSupport(` Si vous avez déjà payé, ou pour toute question, contactez l’assistance.`) +
      `\n`,
  }),
});

export const MONEY_MAIL_WORDS: Record<Language, (toSupport: ToSupport) => MoneyWords> = { en, fr };
