import { describeAgent } from "@veritick/contract/describe-agent.ts";
import type { Language } from "@veritick/contract/errors.ts";
import { counted } from "@veritick/contract/plural.ts";
import type { Text, ToSupport } from "./mail-layout.ts";
import { MONEY_MAIL_WORDS } from "./money-mail-words.ts";
import type { MoneyWords } from "./money-mail-words.ts";

/** The changes that are mailed to the owner, because a thief of a session may have made them. */
export const MAILED_CHANGES = [
  "password_changed",
  "password_reset",
  "withdrawal_code_created",
  "withdrawal_code_reset",
  "withdrawal_address_saved",
  "saved_addresses_only_disabled",
  "mail_phrase_changed",
  "passkey_added",
  "passkey_removed",
  "api_key_created",
  "data_exported",
  "two_step_enabled",
  "two_step_disabled",
] as const;
export type MailedChange = (typeof MAILED_CHANGES)[number];

export type SignIn = { at: Date; address: string | null; userAgent: string | null };

type Words = MoneyWords & {
  change(change: MailedChange, holdHours: number, profile: string): Text;
  signIn(signIn: SignIn, profile: string): Text;
  longBreak(until: Date, profile: string): Text;
  /** The beginning of the last mail of its kind until a time. */
  last(most: number, until: Date): string;
};

export const minutesOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const CHANGES_EN: Record<MailedChange, readonly [subject: string, news: string]> = {
  password_changed: ["Password changed", "Your password has just been changed."],
  password_reset: ["Password reset", "Your password has just been reset."],
  withdrawal_code_created: ["Withdrawal code created", "Your withdrawal code has just been created."],
  withdrawal_code_reset: [
    "Withdrawal code reset",
    "At your request, support has just reset your withdrawal code. Create a new one in the profile.",
  ],
  withdrawal_address_saved: ["Withdrawal address saved", "A withdrawal address has just been saved."],
  saved_addresses_only_disabled: [
    "Withdrawals to saved addresses only: switched off",
    "“Withdraw only to saved addresses” has just been switched off.",
  ],
  mail_phrase_changed: [
    "Anti-phishing phrase changed",
    "The anti-phishing phrase of your e-mails has just been changed.",
  ],
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
  saved_addresses_only_disabled: [
    "Retraits vers les adresses enregistrées uniquement : désactivé",
    "« Retirer uniquement vers les adresses enregistrées » vient d’être désactivé.",
  ],
  mail_phrase_changed: [
    "Phrase anti-hameçonnage modifiée",
    "La phrase anti-hameçonnage de vos e-mails vient d’être modifiée.",
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
const ADVICE: Record<Language, (toSupport: ToSupport) => Partial<Record<MailedChange, string>>> = {
  en: (toSupport) => ({
    passkey_added:
      "\nThe passkey signs in without a password, and a new password does not remove it. Sign in, then remove the passkey in the profile." +
      toSupport(
        " If signing in asks for a passkey that is not yours, support can remove it once you have shown who you are.",
      ) +
      "\n",
    withdrawal_address_saved: "\nAlso remove the address in the profile.\n",
    api_key_created: "\nA new password also revokes all API keys.\n",
    two_step_enabled:
      "\nSigning in now asks for a code of the authenticator app." +
      toSupport(" If the app is not yours, support can switch it off once you have shown who you are.") +
      "\n",
  }),
  fr: (toSupport) => ({
    passkey_added:
      "\nLa clé d’accès permet de se connecter sans mot de passe, et un nouveau mot de passe ne la supprime pas. Connectez-vous, puis supprimez-la dans le profil." +
      toSupport(
        " Si la connexion demande une clé d’accès qui n’est pas la vôtre, l’assistance peut la supprimer une fois votre identité vérifiée.",
      ) +
      "\n",
    withdrawal_address_saved: "\nSupprimez aussi l’adresse dans le profil.\n",
    api_key_created: "\nUn nouveau mot de passe révoque aussi toutes les clés API.\n",
    two_step_enabled:
      "\nLa connexion demande désormais un code de l’application d’authentification." +
      toSupport(
        " Si l’application n’est pas la vôtre, l’assistance peut la désactiver une fois votre identité vérifiée.",
      ) +
      "\n",
  }),
};

/** The changes that do not pause withdrawals, because nobody can withdraw with what they change. */
const HARMLESS: readonly MailedChange[] = ["api_key_created", "data_exported", "mail_phrase_changed"];

const pauses = (change: MailedChange, hours: number): boolean => hours > 0 && !HARMLESS.includes(change);

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

const en = (toSupport: ToSupport): Words => ({
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
      toSupport(`Then contact support.\n`) +
      (ADVICE.en(toSupport)[change] ?? ""),
  }),
  signIn: ({ at, address, userAgent }, profile) => ({
    subject: "New sign-in",
    text:
      `Somebody, probably you, signed in to your Veritick account from a device that was not used for it before.\n\n` +
      `Time: ${minutesOf(at)}\nAddress: ${shownAddress(address) ?? "unknown"}\nBrowser: ${describeAgent(userAgent, DEVICE.en)}\n\n` +
      `If this was not you, change your password now in the profile. That signs out all other devices.\n\n${profile}\n\n` +
      toSupport(`Then contact support.\n`),
  }),
  longBreak: (until, profile) => ({
    subject: "Long break begun",
    text:
      `A long break has just begun on your Veritick account. Until ${minutesOf(until)} you can neither open positions nor deposit. You can withdraw at any time.\n\n` +
      `Nobody can end a break early, support included.\n\n` +
      `If this was not you, change your password now in the profile. That signs out all other devices.\n\n${profile}\n\n` +
      toSupport(`Then contact support.\n`),
  }),
  ...MONEY_MAIL_WORDS.en(toSupport),
  last: (most, until) =>
    `This is the last of ${most} e-mails of this kind within an hour. You will get no more before ${minutesOf(until)}. ` +
    `Meanwhile your Veritick account shows what happens.\n\n`,
});

const fr = (toSupport: ToSupport): Words => ({
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
      toSupport(`Prévenez ensuite l’assistance.\n`) +
      (ADVICE.fr(toSupport)[change] ?? ""),
  }),
  signIn: ({ at, address, userAgent }, profile) => ({
    subject: "Nouvelle connexion",
    text:
      `Quelqu’un, probablement vous, s’est connecté à votre compte Veritick depuis un appareil jamais utilisé pour ce compte.\n\n` +
      `Heure : ${minutesOf(at)}\nAdresse : ${shownAddress(address) ?? "inconnue"}\nNavigateur : ${describeAgent(userAgent, DEVICE.fr)}\n\n` +
      `Si ce n’était pas vous, changez tout de suite votre mot de passe dans le profil. Tous les autres appareils seront déconnectés.\n\n${profile}\n\n` +
      toSupport(`Prévenez ensuite l’assistance.\n`),
  }),
  longBreak: (until, profile) => ({
    subject: "Longue pause commencée",
    text:
      `Une longue pause vient de commencer sur votre compte Veritick. Jusqu’au ${minutesOf(until)}, vous ne pouvez ni ouvrir de position ni déposer. Vous pouvez retirer à tout moment.\n\n` +
      `Personne ne peut mettre fin à une pause plus tôt, pas même l’assistance.\n\n` +
      `Si ce n’était pas vous, changez tout de suite votre mot de passe dans le profil. Tous les autres appareils seront déconnectés.\n\n${profile}\n\n` +
      toSupport(`Prévenez ensuite l’assistance.\n`),
  }),
  ...MONEY_MAIL_WORDS.fr(toSupport),
  last: (most, until) =>
    `C’est le dernier de ${most} e-mails de ce type en une heure. Vous n’en recevrez pas d’autre avant le ${minutesOf(until)}. ` +
    `Votre compte Veritick montre ce qui se passe entre-temps.\n\n`,
});

export const MAIL_WORDS: Record<Language, (toSupport: ToSupport) => Words> = { en, fr };
