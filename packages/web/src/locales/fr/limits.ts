import { counted, plural } from "@veritick/contract/plural.ts";
import type { LaterMessages } from "../messages.ts";

const heures = (count: number) => counted.fr(count, "heure", "heures");
const minutes = (count: number) => counted.fr(count, "minute", "minutes");

const PER = {
  day: { each: "", choice: "Limite par jour", span: "une journée" },
  week: { each: " par semaine", choice: "Limite par semaine", span: "une semaine" },
  month: { each: " par mois", choice: "Limite par mois", span: "un mois" },
} as const;

/** Les mots des limites d’un flux, par jour, par semaine ou par mois. */
const flow =
  (name: string, noun: string, meaning: (span: string) => string) => (period: keyof typeof PER) => {
    const { each, choice, span } = PER[period];
    return {
      name,
      meaning: meaning(span),
      title: `Limite des ${noun}${each}`,
      set: `Fixer la limite des ${noun}${each}`,
      change: `Modifier la limite des ${noun}${each}`,
      choice,
    };
  };
const deposits = flow("Dépôts", "dépôts", (span) => `Les dépôts que vous demandez en ${span}.`);
const stakes = flow("Mises", "mises", (span) => `Le total de vos mises en ${span}, gagnées ou perdues.`);
const losses = flow(
  "Pertes",
  "pertes",
  (span) =>
    `Le total de vos mises en ${span}, moins ce qui vous est reversé. Une position ouverte compte comme perdue.`,
);

export const limits: LaterMessages["limits"] = {
  title: "Limites et pauses",
  intro:
    "Fixez des limites par jour, par semaine ou par mois. Une limite plus stricte s’applique aussitôt. Une limite moins stricte s’applique après 24 heures.",
  back: "Retour au tableau de bord",
  loadFailed: "Vos limites n’ont pas pu être chargées",
  link: "Limites et pauses",
  unit: (money) => `${money} USDMS`,

  kind: {
    deposit: deposits("day"),
    stake: stakes("day"),
    loss: losses("day"),
    deposit_week: deposits("week"),
    stake_week: stakes("week"),
    loss_week: losses("week"),
    deposit_month: deposits("month"),
    stake_month: stakes("month"),
    loss_month: losses("month"),
    largest_stake: {
      name: "Mise maximale",
      meaning: "Le montant maximal que vous pouvez miser sur une position.",
      title: "Limite par mise",
      set: "Fixer la limite par mise",
      change: "Modifier la limite par mise",
      choice: "Limite par mise",
    },
    open_positions: {
      name: "Positions ouvertes",
      meaning: "Le nombre maximal de positions que vous pouvez avoir ouvertes en même temps.",
      title: "Limite des positions ouvertes",
      set: "Fixer la limite des positions ouvertes",
      change: "Modifier la limite des positions ouvertes",
      choice: "Limite des positions ouvertes",
    },
    session: {
      name: "Session",
      meaning:
        "La durée maximale pendant laquelle vous pouvez ouvrir des positions sans repos. Ensuite, vous ne pourrez ouvrir une position que 15 minutes après l’échéance de la dernière.",
      title: "Limite de session",
      set: "Fixer la limite de session",
      change: "Modifier la limite de session",
      choice: "Limite par session",
    },
  },
  minutes,
  count: (number) => String(number),

  trading: { title: "Pendant le trading" },
  rest: (moment) =>
    `Votre session a atteint sa limite. Vous pourrez ouvrir de nouvelles positions à partir du ${moment}. Les positions ouvertes sont réglées comme d’habitude.`,

  zone: {
    text: (zone) =>
      `Les jours, les semaines (du lundi au dimanche) et les mois commencent à minuit, dans le fuseau ${zone}.`,
    change: "Changer de fuseau horaire",
    title: "Votre fuseau horaire",
    label: "Fuseau horaire",
    here: (zone) => `${zone} (cet appareil)`,
    effect:
      "Les périodes en cours de vos limites se terminent d’abord. Le changement ne raccourcit aucune période. Votre relevé de compte et vos résultats utilisent aussitôt le nouveau fuseau.",
    submit: "Choisir ce fuseau",
    done: "Fuseau horaire modifié",
    failed: "Le fuseau horaire n’a pas pu être modifié",
  },

  today: {
    title: { day: "Aujourd’hui", week: "Cette semaine", month: "Ce mois-ci" },
    periods: "Afficher les limites par",
    period: { day: "Jour", week: "Semaine", month: "Mois" },
    until: {
      day: (moment) => `Cette journée se termine le ${moment}.`,
      week: (moment) => `Cette semaine se termine le ${moment}.`,
      month: (moment) => `Ce mois se termine le ${moment}.`,
    },
    noLimit: "Aucune limite",
    used: (used, limit) => `${used} sur ${limit}`,
    usedFreely: (used) => `${used} jusqu’ici`,
    left: (amount) => `reste ${amount}`,
    most: (amount) => `${amount} au plus`,
    set: "Fixer",
    change: "Modifier",
    waiting: (moment, limit) => `La limite passera à ${limit} le ${moment}.`,
    waitingNone: (moment) => `La limite disparaîtra le ${moment}.`,
    keep: (limit) => `Garder ${limit}`,
    kept: "La limite actuelle est maintenue",
    keepFailed: "La limite n’a pas pu être maintenue",
  },

  form: {
    choices: { amount: "Un montant", minutes: "Une durée", number: "Un nombre", none: "Aucune limite" },
    amount: "Montant",
    minutes: "Minutes",
    number: "Nombre",
    hint: { amount: "Au moins 0,01 USDMS", minutes: "De 15 à 480", number: "De 1 à 1\u202f000" },
    invalid: {
      amount: "Saisissez un montant d’au moins 0,01 avec au plus deux décimales",
      minutes: "Saisissez un nombre entier de minutes, de 15 à 480",
      number: "Saisissez un nombre entier, de 1 à 1\u202f000",
    },
    tighter: "Elle s’applique aussitôt et tient compte de ce que vous avez déjà utilisé.",
    looser: (moment, limit) =>
      `Elle est moins stricte : elle s’appliquera après 24 heures, à partir du ${moment} environ. D’ici là, la limite reste ${limit}.`,
    same: "C’est votre limite actuelle.",
    sameDrops: "C’est votre limite actuelle. La fixer annule la limite moins stricte en attente.",
    belowDeposit:
      "Elle est inférieure au dépôt minimum de 15 USDMS. Tant qu’elle s’applique, aucun dépôt n’est possible.",
    spent: "Vous avez déjà atteint cette limite. Il ne reste rien jusqu’à la fin de la période.",
    submit: "Fixer la limite",
    pending: "Enregistrement…",
    done: "Limite fixée",
    doneNow: "Elle s’applique dès maintenant.",
    doneLater: (moment) => `Elle s’appliquera à partir du ${moment}.`,
    failed: "La limite n’a pas pu être fixée",
  },

  pause: {
    title: "Faire une pause",
    intro:
      "Suspendez le trading et les dépôts pour un temps. Personne, pas même vous, ne peut mettre fin à une pause plus tôt.",
    kind: { time_out: "Pause courte", self_exclusion: "Auto-exclusion" },
    hint: {
      time_out: "Pour quelques jours.",
      self_exclusion: "Pour des mois ou des années, si quelques jours ne suffisent pas.",
    },
    days: (count) => plural.fr(count, "jour", "jours"),
    months: "mois",
    years: (count) => plural.fr(count, "an", "ans"),
    start: { time_out: "Commencer la pause", self_exclusion: "M’exclure" },
    longer: (moment) =>
      `Vous êtes en pause jusqu’au ${moment}. Vous pouvez la prolonger, jamais la raccourcir.`,
    notLonger: "Votre pause actuelle est plus longue.",
    confirmTitle: {
      time_out: (length, moment) => `Pause courte de ${length}, jusqu’au ${moment} ?`,
      self_exclusion: (length, moment) => `Auto-exclusion de ${length}, jusqu’au ${moment} ?`,
    },
    stops: "Suspendu",
    stopsList: "Les nouvelles positions et les dépôts.",
    goesOn: "Maintenu",
    goesOnList: "Les positions ouvertes sont réglées comme d’habitude, et vous pouvez retirer à tout moment.",
    final: "Il est impossible d’y mettre fin plus tôt.",
    confirm: { time_out: "Commencer", self_exclusion: "M’exclure" },
    done: (moment) => `Vous êtes en pause jusqu’au ${moment}`,
    failed: "La pause n’a pas pu commencer",
  },

  paused: {
    label: "Avis de pause",
    title: "Vous êtes en pause",
    until: (moment) => `Vous avez suspendu le trading et les dépôts jusqu’au ${moment}.`,
    rest: "Les positions ouvertes sont réglées comme d’habitude, et vous pouvez retirer à tout moment.",
    close: "Compris",
  },

  interval: {
    title: "Rappel du temps passé",
    text: "Recevez régulièrement un rappel du temps passé ici et de votre résultat.",
    label: "Me le rappeler toutes les",
    minutes: "min",
    hours: (count) => plural.fr(count, "heure", "heures"),
    off: "Jamais",
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
    decided: "Positions réglées",
    won: "Dont gagnées",
    staked: "Total de leurs mises",
    result: "Résultat",
    open: "Encore ouvertes",
    nothing: "Aucune position n’a été réglée pendant ce temps.",
    failed: "Votre résultat n’a pas pu être chargé",
    goOn: "Continuer",
    takeBreak: "Faire une pause",
  },

  help: {
    title: "Aide",
    text: "Si vous avez du mal à vous arrêter, en parler à quelqu’un peut aider.",
    newTab: "s’ouvre dans un nouvel onglet",
  },

  card: {
    text: "Fixez des limites, faites une pause, ou recevez des rappels du temps passé ici.",
  },
};
