import { counted, plural } from "../plural.ts";
import type { LaterMessages } from "../messages.ts";

const heures = (count: number) => counted.fr(count, "heure", "heures");
const minutes = (count: number) => counted.fr(count, "minute", "minutes");

export const limits: LaterMessages["limits"] = {
  title: "Limites et pauses",
  intro:
    "Fixez des limites pour chaque jour. Une limite plus stricte s’applique aussitôt. Une limite plus large s’applique après 24 heures.",
  back: "Retour au tableau de bord",
  loadFailed: "Vos limites n’ont pas pu être chargées",
  link: "Limites et pauses",
  unit: (money) => `${money} USDMS`,

  today: {
    title: "Aujourd’hui",
    until: (moment) =>
      `Cette journée se termine le ${moment}, à votre heure. Les jours sont comptés en UTC, pour tout le monde.`,
    kind: { deposit: "Dépôts", stake: "Mises", loss: "Pertes" },
    meaning: {
      deposit: "Les dépôts que vous demandez en une journée.",
      stake: "Les montants que vous engagez dans des positions en une journée, gagnées ou perdues.",
      loss: "Le montant misé par jour, moins ce qui revient. Une position ouverte compte comme perdue.",
    },
    noLimit: "Aucune limite",
    used: (used, limit) => `${used} sur ${limit} USDMS`,
    usedFreely: (used) => `${used} USDMS aujourd’hui`,
    left: (money) => `reste ${money}`,
    set: "Fixer",
    change: "Modifier",
    setOf: {
      deposit: "Fixer la limite des dépôts",
      stake: "Fixer la limite des mises",
      loss: "Fixer la limite des pertes",
    },
    changeOf: {
      deposit: "Modifier la limite des dépôts",
      stake: "Modifier la limite des mises",
      loss: "Modifier la limite des pertes",
    },
    waiting: (moment, limit) => `La limite passera à ${limit} le ${moment}.`,
    waitingNone: (moment) => `La limite disparaîtra le ${moment}.`,
    keep: (limit) => `Garder ${limit}`,
    kept: "La limite actuelle reste",
    keepFailed: "La limite n’a pas pu être gardée",
  },

  form: {
    title: { deposit: "Limite des dépôts", stake: "Limite des mises", loss: "Limite des pertes" },
    choice: "Limite par jour",
    choices: { amount: "Un montant", none: "Aucune limite" },
    amount: "Montant",
    hint: "Au moins 0,01 USDMS",
    invalid: "Saisissez un montant d’au moins 0,01 avec au plus deux décimales",
    tighter: "Elle s’applique aussitôt et compte ce que vous avez déjà utilisé aujourd’hui.",
    looser: (moment, limit) =>
      `Elle est plus large : elle s’appliquera après 24 heures, à partir du ${moment} environ. D’ici là, ${limit} reste la limite.`,
    same: "C’est votre limite actuelle.",
    sameDrops: "C’est votre limite actuelle. La fixer annule la limite plus large en attente.",
    belowDeposit:
      "Elle est inférieure au dépôt minimum de 15 USDMS. Tant qu’elle s’applique, aucun dépôt n’est possible.",
    spent:
      "Vous avez déjà utilisé ce montant aujourd’hui : plus rien n’est possible avant la fin de la journée.",
    submit: "Fixer la limite",
    pending: "Enregistrement…",
    done: "Limite fixée",
    doneNow: "Elle s’applique dès maintenant.",
    doneLater: (moment) => `Elle s’appliquera à partir du ${moment}.`,
    failed: "La limite n’a pas pu être fixée",
  },

  pause: {
    title: "Faire une pause",
    intro: "Arrêtez pour un temps. Personne ne peut mettre fin à une pause avant son terme, pas même vous.",
    kind: { time_out: "Pause", self_exclusion: "Auto-exclusion" },
    hint: {
      time_out: "Pour quelques jours.",
      self_exclusion: "Pour des mois ou des années, quand quelques jours ne suffisent pas.",
    },
    days: (count) => plural.fr(count, "jour", "jours"),
    months: "mois",
    years: (count) => plural.fr(count, "an", "ans"),
    start: { time_out: "Commencer la pause", self_exclusion: "M’exclure" },
    longer: (moment) =>
      `Vous êtes en pause jusqu’au ${moment}. Vous pouvez la prolonger, jamais la raccourcir.`,
    notLonger: "Votre pause actuelle est plus longue.",
    confirmTitle: {
      time_out: (length, moment) => `Pause de ${length}, jusqu’au ${moment} ?`,
      self_exclusion: (length, moment) => `Auto-exclusion de ${length}, jusqu’au ${moment} ?`,
    },
    stops: "Suspendu",
    stopsList: "Les nouvelles positions et les dépôts.",
    goesOn: "Maintenu",
    goesOnList: "Les positions ouvertes sont réglées comme toujours, et vous pouvez retirer à tout moment.",
    final: "Il est impossible d’y mettre fin plus tôt.",
    confirm: "Commencer",
    done: (moment) => `Vous êtes en pause jusqu’au ${moment}`,
    failed: "La pause n’a pas pu commencer",
  },

  paused: {
    label: "Avis de pause",
    title: "Vous êtes en pause",
    until: (moment) => `Vous avez suspendu le trading et les dépôts jusqu’au ${moment}.`,
    rest: "Les positions ouvertes sont réglées comme toujours, et vous pouvez retirer à tout moment.",
    close: "Compris",
  },

  interval: {
    title: "Rappel du temps passé",
    text: "Un rappel vous indique de temps en temps depuis quand vous êtes ici, et votre résultat net.",
    label: "Me le rappeler toutes les",
    minutes: "min",
    hours: (count) => plural.fr(count, "heure", "heures"),
    off: "Non",
    failed: "Le rappel n’a pas pu être modifié",
  },

  reminder: {
    title: (hourCount, minuteCount) => {
      const parts = [
        hourCount > 0 && heures(hourCount),
        (minuteCount > 0 || hourCount === 0) && minutes(minuteCount),
      ];
      return `Vous êtes ici depuis ${parts.filter(Boolean).join(" ")}`;
    },
    since: (clock) => `Depuis ${clock}`,
    decided: "Positions décidées",
    won: "Dont gagnées",
    staked: "Total de leurs mises",
    result: "Résultat net",
    open: "Encore ouvertes",
    nothing: "Aucune position n’a été décidée pendant ce temps.",
    failed: "Votre résultat n’a pas pu être chargé",
    goOn: "Continuer",
    takeBreak: "Faire une pause",
  },

  help: {
    title: "Aide",
    text: "S’il devient difficile d’arrêter, parler à quelqu’un aide.",
    newTab: "s’ouvre dans un nouvel onglet",
  },

  card: {
    text: "Fixez des limites par jour, faites une pause, ou faites-vous rappeler le temps passé.",
  },
};
