import { counted } from "@veritick/contract/plural.ts";
import type { FairnessMessages } from "../messages.ts";

/** The verdicts over all steps of the check of a position. */
export const verdict: FairnessMessages["verify"]["verdict"] = {
  reserved: {
    title: (title, count) => `${title}, sous ${counted.fr(count, "réserve", "réserves")}`,
    beacon: (hash) =>
      `L’exploitant de la balise ${hash} a pu connaître ses tours, et donc les prix, à l’avance.`,
    received: "Rien ici ne montre que l’ordre n’a pas été antidaté.",
    saleReceived: "Rien ici ne montre que la vente n’a pas été antidatée.",
  },
  right: {
    title: "Tout concorde",
    hint: "Votre navigateur a tout recalculé : le résultat correspond à ce qui a été promis et payé.",
  },
  later: {
    title: "Juste jusqu’ici",
    hint: (moment) =>
      `Chaque étape vérifiable à ce jour est juste. Le reste pourra être vérifié à partir de ${moment}, quand la graine sera publique.`,
    left: (left) => `Encore ${left}. Cette page vérifiera alors automatiquement.`,
    leftHidden: "Temps restant",
  },
  missing: {
    title: "Tout ne peut pas être vérifié",
    hint: "Chaque étape vérifiée est juste. La liste dit pourquoi les autres n’ont pas pu être vérifiées.",
  },
  late: {
    title: "Réponse trop tardive pour juger",
    hint: "Toutes les autres étapes sont justes. Mais la réponse à l’ordre est arrivée en retard : personne ne peut dire si l’entrée a été fixée à temps.",
  },
  broken: {
    title: "Une promesse n’a pas été tenue",
    hint: "Le prix de cette position a pris fin, et personne n’a calculé son résultat. Aucune autre faute n’a été trouvée. Chaque fin d’un prix est indiquée sur la page d’équité.",
  },
  wrong: {
    title: "Quelque chose est faux",
    hint: "Gardez le reçu en fichier et vérifiez-le avec le programme ci-dessous, qui n’a rien en commun avec cette page. Puis prévenez l’assistance. Un reçu signé est une preuve.",
  },
};
