import { describeAgent } from "@veritick/contract/describe-agent.ts";
import type { Language } from "@veritick/contract/errors.ts";
import { counted } from "@veritick/contract/plural.ts";
import { formatFixed, parseMinor } from "@veritick/domain/money.ts";

/** The changes that are mailed to the owner, because a thief of a session may have made them. */
export const MAILED_CHANGES = [
  "password_changed",
  "password_reset",
  "withdrawal_code_created",
  "withdrawal_code_reset",
  "withdrawal_address_saved",
  "passkey_added",
  "passkey_removed",
  "api_key_created",
  "data_exported",
  "two_step_enabled",
  "two_step_disabled",
] as const;
export type MailedChange = (typeof MAILED_CHANGES)[number];

/** The steps of a withdrawal that its owner is notified of. */
export const WITHDRAWAL_NEWS = [
  "withdrawal_asked",
  "withdrawal_approved",
  "withdrawal_rejected",
  "withdrawal_failed",
  "withdrawal_paid",
] as const;
export type WithdrawalNews = (typeof WITHDRAWAL_NEWS)[number];

/** The text of a mail. A subject names no address, amount or balance, because locked screens show it. */
export type Text = { subject: string; text: string };

export type SignIn = { at: Date; address: string | null; userAgent: string | null };
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

type Words = {
  change(change: MailedChange, holdHours: number, profile: string): Text;
  signIn(signIn: SignIn, profile: string): Text;
  longBreak(until: Date, profile: string): Text;
  withdrawal: Record<WithdrawalNews, (withdrawal: Withdrawal, site: string) => Text>;
  depositRejected(deposit: RejectedDeposit): Text;
  /** The beginning of the last mail of its kind until a time. */
  last(most: number, until: Date): string;
};

export const minutesOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Formats an amount with two decimals, cut as on the pages. */
const amountOf = (decimal: string): string => formatFixed(parseMinor(decimal), 2);
const montantDe = (decimal: string): string => amountOf(decimal).replace(".", ",");

/** Formats an amount that was sent, to be compared with its transaction: all digits, without further zeros at the end. */
const sentOf = (decimal: string): string => decimal.replace(/(\.\d\d\d*?)0*$/, "$1");

const envoyeDe = (decimal: string): string => sentOf(decimal).replace(".", ",");

const unitOf = (asset: string): string => asset.toUpperCase().replace(/^USDTTRC20$/, "USDT");

const CHANGES_EN: Record<MailedChange, readonly [subject: string, news: string]> = {
  password_changed: ["Password changed", "Your password has just been changed."],
  password_reset: ["Password reset", "Your password has just been reset."],
  withdrawal_code_created: ["Withdrawal code created", "Your withdrawal code has just been created."],
  withdrawal_code_reset: [
    "Withdrawal code reset",
    "At your request, support has just reset your withdrawal code. Create a new one in the profile.",
  ],
  withdrawal_address_saved: ["Withdrawal address saved", "A withdrawal address has just been saved."],
  passkey_added: ["Passkey added", "A passkey has just been added."],
  passkey_removed: ["Passkey removed", "A passkey has just been removed."],
  api_key_created: ["API key created", "An API key has just been created."],
  data_exported: ["Your data downloaded", "Your data has just been downloaded."],
  two_step_enabled: ["Two-step sign-in switched on", "Two-step sign-in has just been switched on."],
  two_step_disabled: ["Two-step sign-in switched off", "Two-step sign-in has just been switched off."],
};

const CHANGES_FR: Record<MailedChange, readonly [subject: string, news: string]> = {
  password_changed: ["Mot de passe modifié", "Votre mot de passe vient d’être modifié."],
  password_reset: ["Mot de passe réinitialisé", "Votre mot de passe vient d’être réinitialisé."],
  withdrawal_code_created: ["Code de retrait créé", "Votre code de retrait vient d’être créé."],
  withdrawal_code_reset: [
    "Code de retrait réinitialisé",
    "À votre demande, l’assistance vient de réinitialiser votre code de retrait. Créez-en un nouveau dans le profil.",
  ],
  withdrawal_address_saved: [
    "Adresse de retrait enregistrée",
    "Une adresse de retrait vient d’être enregistrée.",
  ],
  passkey_added: ["Clé d’accès ajoutée", "Une clé d’accès vient d’être ajoutée."],
  passkey_removed: ["Clé d’accès supprimée", "Une clé d’accès vient d’être supprimée."],
  api_key_created: ["Clé API créée", "Une clé API vient d’être créée."],
  data_exported: ["Vos données téléchargées", "Vos données viennent d’être téléchargées."],
  two_step_enabled: ["Connexion en deux étapes activée", "La connexion en deux étapes vient d’être activée."],
  two_step_disabled: [
    "Connexion en deux étapes désactivée",
    "La connexion en deux étapes vient d’être désactivée.",
  ],
};

/** Further advice by change. A new password revokes API keys, but no passkeys, saved addresses or authenticator app. */
const ADVICE: Record<Language, Partial<Record<MailedChange, string>>> = {
  en: {
    passkey_added:
      "\nThe passkey signs in without a password, and a new password does not remove it. Sign in, then remove the passkey in the profile. If signing in asks for a passkey that is not yours, support can remove it once you have shown who you are.\n",
    withdrawal_address_saved: "\nAlso remove the address in the profile.\n",
    api_key_created: "\nA new password also revokes all API keys.\n",
    two_step_enabled:
      "\nSigning in now asks for a code of the authenticator app. If the app is not yours, support can switch it off once you have shown who you are.\n",
  },
  fr: {
    passkey_added:
      "\nLa clé d’accès permet de se connecter sans mot de passe, et un nouveau mot de passe ne la supprime pas. Connectez-vous, puis supprimez-la dans le profil. Si la connexion demande une clé d’accès qui n’est pas la vôtre, l’assistance peut la supprimer une fois votre identité vérifiée.\n",
    withdrawal_address_saved: "\nSupprimez aussi l’adresse dans le profil.\n",
    api_key_created: "\nUn nouveau mot de passe révoque aussi toutes les clés API.\n",
    two_step_enabled:
      "\nLa connexion demande désormais un code de l’application d’authentification. Si l’application n’est pas la vôtre, l’assistance peut la désactiver une fois votre identité vérifiée.\n",
  },
};

/** Returns true if the change pauses withdrawals. API keys and downloads do not, because nobody can withdraw with them. */
const pauses = (change: MailedChange, hours: number): boolean =>
  hours > 0 && change !== "api_key_created" && change !== "data_exported";

/** Returns true if a thief who made the change has locked the owner out of the profile. A link by e-mail ends their session. */
const locksOut = (change: MailedChange): boolean =>
  /^(?:password|passkey)_/.test(change) || change === "two_step_enabled";

const DEVICE = {
  en: { device: (browser: string, system: string) => `${browser} on ${system}`, unknownDevice: "unknown" },
  fr: { device: (browser: string, system: string) => `${browser} sous ${system}`, unknownDevice: "inconnu" },
};

/** Returns a network address, and nothing else that a proxy with wrong settings may pass on in its place. */
const shownAddress = (address: string | null): string | undefined =>
  address !== null && /^[\da-f.:]+(?:\/\d+)?$/i.test(address) ? address : undefined;

const en: Words = {
  change: (change, hours, profile) => ({
    subject: CHANGES_EN[change][0],
    text:
      `${CHANGES_EN[change][1]}\n\n` +
      (!pauses(change, hours)
        ? ""
        : `Withdrawals are paused for ${counted.en(hours, "hour", "hours")}.\n\n`) +
      (locksOut(change)
        ? `If this was not you, choose a new password now. That signs out all devices. Use “Forgot your password?” on the sign-in page:\n\n${profile.replace("/profile", "/auth")}\n\n`
        : `If this was not you, change your password now in the profile. That signs out all other devices.\n\n${profile}\n\n`) +
      `Then write to support.\n${ADVICE.en[change] ?? ""}`,
  }),
  signIn: ({ at, address, userAgent }, profile) => ({
    subject: "New sign-in",
    text:
      `Somebody, probably you, signed in to your Veritick account from a device that was not used for it before.\n\n` +
      `Time: ${minutesOf(at)}\nAddress: ${shownAddress(address) ?? "unknown"}\nBrowser: ${describeAgent(userAgent, DEVICE.en)}\n\n` +
      `If this was not you, change your password now in the profile. That signs out all other devices.\n\n${profile}\n\n` +
      `Then write to support.\n`,
  }),
  longBreak: (until, profile) => ({
    subject: "Long break begun",
    text:
      `A long break has just begun on your Veritick account. Until ${minutesOf(until)} you can neither open positions nor deposit. You can withdraw at any time.\n\n` +
      `Nobody can end a break early, support included.\n\n` +
      `If this was not you, change your password now in the profile. That signs out all other devices.\n\n${profile}\n\n` +
      `Then write to support.\n`,
  }),
  withdrawal: {
    withdrawal_asked: ({ amount, net, address }, site) => ({
      subject: "Withdrawal requested",
      text:
        `Somebody, probably you, asked to withdraw ${amountOf(amount)} USDMS from your Veritick account.\n\n` +
        `Amount after the fee: ${amountOf(net)} USDT\nAddress: ${address}\n\n` +
        `If this was not you, cancel it before it is approved, and change your password:\n\n${site}/dashboard\n\n` +
        `Then write to support.\n`,
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
        `${site}/dashboard\n\n${reason === null ? "" : `Reason: ${reason}\n\n`}If you have questions, write to support.\n`,
    }),
    withdrawal_failed: ({ amount }, site) => ({
      subject: "Withdrawal not paid",
      text:
        `Your withdrawal of ${amountOf(amount)} USDMS could not be paid. The whole amount is back in your balance:\n\n` +
        `${site}/dashboard\n\nIf you have questions, write to support.\n`,
    }),
    withdrawal_paid: ({ net, address, hash, sent }) => ({
      subject: "Withdrawal paid",
      text:
        (sent === null
          ? `${sentOf(net)} USDT from your Veritick account were sent to this address:\n\n${address}\n`
          : `You asked for ${sentOf(net)} USDT to this address:\n\n${address}\n\n` +
            `Our payment provider says that it sent ${sentOf(sent.amount)} ${unitOf(sent.asset)} to this address:\n\n` +
            `${sent.address}\n\nIf anything is missing, write to support.\n`) +
        (hash === null ? "" : `\nTransaction: ${hash}\n`),
    }),
  },
  depositRejected: ({ amount, reason }) => ({
    subject: "Deposit rejected",
    text:
      `Your deposit of ${amountOf(amount)} USDMS was rejected. Nothing was credited.\n\n` +
      (reason === null ? "" : `Reason: ${reason}\n\n`) +
      `Do not send anything to the deposit address. If you have paid already, or have questions, write to support.\n`,
  }),
  last: (most, until) =>
    `This is the last of ${most} e-mails of this kind within an hour. You will get no more before ${minutesOf(until)}. ` +
    `Meanwhile your Veritick account shows what happens.\n\n`,
};

const fr: Words = {
  change: (change, hours, profile) => ({
    subject: CHANGES_FR[change][0],
    text:
      `${CHANGES_FR[change][1]}\n\n` +
      (!pauses(change, hours)
        ? ""
        : `Les retraits sont suspendus pendant ${counted.fr(hours, "heure", "heures")}.\n\n`) +
      (locksOut(change)
        ? `Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe. Tous les appareils seront déconnectés. Utilisez « Mot de passe oublié ? » sur la page de connexion :\n\n${profile.replace("/profile", "/auth")}\n\n`
        : `Si ce n’était pas vous, changez tout de suite votre mot de passe dans le profil. Tous les autres appareils seront déconnectés.\n\n${profile}\n\n`) +
      `Prévenez ensuite l’assistance.\n${ADVICE.fr[change] ?? ""}`,
  }),
  signIn: ({ at, address, userAgent }, profile) => ({
    subject: "Nouvelle connexion",
    text:
      `Quelqu’un, probablement vous, s’est connecté à votre compte Veritick depuis un appareil jamais utilisé pour ce compte.\n\n` +
      `Heure : ${minutesOf(at)}\nAdresse : ${shownAddress(address) ?? "inconnue"}\nNavigateur : ${describeAgent(userAgent, DEVICE.fr)}\n\n` +
      `Si ce n’était pas vous, changez tout de suite votre mot de passe dans le profil. Tous les autres appareils seront déconnectés.\n\n${profile}\n\n` +
      `Prévenez ensuite l’assistance.\n`,
  }),
  longBreak: (until, profile) => ({
    subject: "Longue pause commencée",
    text:
      `Une longue pause vient de commencer sur votre compte Veritick. Jusqu’au ${minutesOf(until)}, vous ne pouvez ni ouvrir de position ni déposer. Vous pouvez retirer à tout moment.\n\n` +
      `Personne ne peut mettre fin à une pause plus tôt, pas même l’assistance.\n\n` +
      `Si ce n’était pas vous, changez tout de suite votre mot de passe dans le profil. Tous les autres appareils seront déconnectés.\n\n${profile}\n\n` +
      `Prévenez ensuite l’assistance.\n`,
  }),
  withdrawal: {
    withdrawal_asked: ({ amount, net, address }, site) => ({
      subject: "Retrait demandé",
      text:
        `Quelqu’un, probablement vous, a demandé de retirer ${montantDe(amount)} USDMS de votre compte Veritick.\n\n` +
        `Montant après les frais : ${montantDe(net)} USDT\nAdresse : ${address}\n\n` +
        `Si ce n’était pas vous, annulez ce retrait avant qu’il soit approuvé et changez votre mot de passe :\n\n${site}/dashboard\n\n` +
        `Prévenez ensuite l’assistance.\n`,
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
        `${site}/dashboard\n\n${reason === null ? "" : `Motif : ${reason}\n\n`}Pour toute question, écrivez à l’assistance.\n`,
    }),
    withdrawal_failed: ({ amount }, site) => ({
      subject: "Retrait non payé",
      text:
        `Votre retrait de ${montantDe(amount)} USDMS n’a pas pu être payé. Le montant entier est de retour sur votre solde :\n\n` +
        `${site}/dashboard\n\nPour toute question, écrivez à l’assistance.\n`,
    }),
    withdrawal_paid: ({ net, address, hash, sent }) => ({
      subject: "Retrait payé",
      text:
        (sent === null
          ? `${envoyeDe(net)} USDT de votre compte Veritick ont été envoyés à cette adresse :\n\n${address}\n`
          : `Vous avez demandé ${envoyeDe(net)} USDT à cette adresse :\n\n${address}\n\n` +
            `Notre prestataire de paiement indique avoir envoyé ${envoyeDe(sent.amount)} ${unitOf(sent.asset)} à cette adresse :\n\n` +
            `${sent.address}\n\nS’il manque quelque chose, écrivez à l’assistance.\n`) +
        (hash === null ? "" : `\nTransaction : ${hash}\n`),
    }),
  },
  depositRejected: ({ amount, reason }) => ({
    subject: "Dépôt rejeté",
    text:
      `Votre dépôt de ${montantDe(amount)} USDMS a été rejeté. Rien n’a été crédité.\n\n` +
      (reason === null ? "" : `Motif : ${reason}\n\n`) +
      `N’envoyez plus rien à l’adresse de dépôt. Si vous avez déjà payé, ou pour toute question, écrivez à l’assistance.\n`,
  }),
  last: (most, until) =>
    `C’est le dernier de ${most} e-mails de ce type en une heure. Vous n’en recevrez pas d’autre avant le ${minutesOf(until)}. ` +
    `Votre compte Veritick montre ce qui se passe entre-temps.\n\n`,
};

export const MAIL_WORDS: Record<Language, Words> = { en, fr };
