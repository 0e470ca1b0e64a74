import { counted } from "@veritick/contract/plural.ts";
import type { FairnessMessages } from "../messages.ts";

/** The verdicts over all steps of the check of a position. */
export const verdict: FairnessMessages["verify"]["verdict"] = {
  reserved: {
    title: (title, count) => `${title}, sous ${counted.fr(count, "réserve", "réserves")}`,
    beacon: (hash) =>
      `L’exploitant de la balise ${hash} a pu connaître ses tirages, et donc les prix, à l’avance.`,
    received: "Rien ici ne montre que l’ordre n’a pas été antidaté.",
    saleReceived: "Rien ici ne montre que la revente n’a pas été antidatée.",
  },
  right: {
    title: "Tout concorde",
    hint: "Votre navigateur a tout recalculé : tout correspond à ce qui a été promis et payé.",
  },
  later: {
    title: "Conforme jusqu’ici",
    hint: (moment) =>
      `Chaque étape vérifiable à ce jour est conforme. Le reste pourra être vérifié à partir de ${moment}, quand la graine sera publique.`,
    left: (left) => `Encore ${left}. Cette page vérifiera alors automatiquement.`,
    leftHidden: "Temps restant",
  },
  missing: {
    title: "Tout ne peut pas être vérifié",
    hint: "Chaque étape vérifiée est conforme. La liste indique pourquoi les autres n’ont pas pu être vérifiées.",
  },
  late: {
    title: "Réponse trop tardive pour juger",
    hint: "Toutes les autres étapes sont conformes. Mais la réponse à l’ordre est arrivée trop tard pour prouver que le prix d’entrée a été fixé à temps.",
  },
  broken: {
    title: "Une promesse n’a pas été tenue",
    hint: "La série de prix a été interrompue avant le règlement de cette position. Aucune autre anomalie n’a été trouvée. La page Équité indique chaque série interrompue.",
  },
  wrong: {
    title: "Anomalie détectée",
    hint: "Conservez le reçu en fichier et vérifiez-le avec le programme ci-dessous, indépendant de cette page. Contactez ensuite l’assistance. Un reçu signé est une preuve.",
  },
};
