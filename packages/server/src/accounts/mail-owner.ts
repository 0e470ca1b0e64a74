import type { Language } from "@veritick/contract/errors.ts";
import type { AccountContext } from "./context.ts";
import { findUser } from "./users.ts";

/** Changes that an owner learns of by e-mail, because whoever made them may hold a stolen session. */
type MailedChange =
  | "withdrawal_code_created"
  | "withdrawal_code_replaced"
  | "withdrawal_address_saved"
  | "passkey_added"
  | "passkey_removed";

/** Tells the owner by e-mail what was changed. Does nothing where no mail can be sent. Call it after the commit. */
export function mailOwner(
  context: AccountContext,
  userId: string,
  change: MailedChange,
  language: Language = "en",
): void {
  const { database, mailer, deferred } = context;
  if (mailer === undefined) return;
  deferred.run("security mail", async () => {
    const user = await findUser(database, userId);
    if (user === undefined) return;
    const { subjects, text, removeIt } = WORDS[language];
    const subject = subjects[change];
    const body = text(subject, context.withdrawalHoldHours, `${context.siteOrigin()}/profile`);
    const more = removeIt[change] ?? "";
    await mailer.send({ to: user.email, subject: `Veritick: ${subject}`, text: body + more });
  });
}

type Words = {
  subjects: Record<MailedChange, string>;
  text: (subject: string, holdHours: number, profile: string) => string;
  /** A new password does not end these. */
  removeIt: Partial<Record<MailedChange, string>>;
};

const WORDS: Record<Language, Words> = {
  en: {
    subjects: {
      withdrawal_code_created: "Withdrawal code created",
      withdrawal_code_replaced: "Withdrawal code changed",
      withdrawal_address_saved: "Withdrawal address saved",
      passkey_added: "Passkey added",
      passkey_removed: "Passkey removed",
    },
    text: (subject, hours, profile) =>
      `${subject}: somebody, probably you, has just done this on your Veritick account.\n\n` +
      (hours === 0 ? "" : `Withdrawals are paused for ${hours} hours.\n\n`) +
      `If this was not you, change your password now, which signs out all other devices:\n\n${profile}\n\n` +
      `Then write to support.\n`,
    removeIt: {
      passkey_added: "\nRemove the passkey there, too: it signs in without the password.\n",
      withdrawal_address_saved: "\nRemove the address there, too.\n",
    },
  },
  fr: {
    subjects: {
      withdrawal_code_created: "Code de retrait créé",
      withdrawal_code_replaced: "Code de retrait modifié",
      withdrawal_address_saved: "Adresse de retrait enregistrée",
      passkey_added: "Clé d’accès ajoutée",
      passkey_removed: "Clé d’accès supprimée",
    },
    text: (subject, hours, profile) =>
      `${subject} : quelqu’un, probablement vous, vient de faire cela sur votre compte Veritick.\n\n` +
      (hours === 0 ? "" : `Les retraits sont suspendus pendant ${hours} heures.\n\n`) +
      `Si ce n’était pas vous, changez tout de suite votre mot de passe, ce qui déconnecte tous les autres appareils :\n\n${profile}\n\n` +
      `Prévenez ensuite l’assistance.\n`,
    removeIt: {
      passkey_added:
        "\nSupprimez-y aussi la clé d’accès : elle permet de se connecter sans le mot de passe.\n",
      withdrawal_address_saved: "\nSupprimez-y aussi l’adresse.\n",
    },
  },
};
