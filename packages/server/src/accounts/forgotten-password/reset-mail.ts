import type { Language } from "@veritick/contract/errors.ts";

type Words = { subject: string; text: (link: string, minutes: number) => string };

const WORDS: Record<Language, Words> = {
  en: {
    subject: "Set a new password for Veritick",
    text: (link, minutes) =>
      `Somebody, probably you, asked to set a new password for your Veritick account.\n\n` +
      `Open this link to choose one. It works once, within ${minutes} minutes:\n\n${link}\n\n` +
      `Your password has not changed so far. If you did not ask for this, you need not do anything; ` +
      `do not pass the link on to anyone.\n`,
  },
  fr: {
    subject: "Choisissez un nouveau mot de passe Veritick",
    text: (link, minutes) =>
      `Quelqu'un, probablement vous, a demandé un nouveau mot de passe pour votre compte Veritick.\n\n` +
      `Ouvrez ce lien pour en choisir un. Il fonctionne une seule fois, pendant ${minutes} minutes :\n\n${link}\n\n` +
      `Votre mot de passe n'a pas changé pour l'instant. Si vous n'êtes pas à l'origine de cette demande, ` +
      `vous n'avez rien à faire ; ne transmettez ce lien à personne.\n`,
  },
};

export function writeResetMail(
  language: Language,
  link: string,
  minutes: number,
): { subject: string; text: string } {
  const words = WORDS[language];
  return { subject: words.subject, text: words.text(link, minutes) };
}
