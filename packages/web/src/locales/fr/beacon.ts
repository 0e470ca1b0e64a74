import { counted } from "../plural.ts";
import type { FairnessMessages } from "../messages.ts";
import { beaconState } from "./beacon-state.ts";

const seconds = (count: number) => counted.fr(count, "seconde", "secondes");

export const beacon: FairnessMessages["beacon"] = {
  title: "La balise",
  lead: (count) =>
    `Toutes les ${seconds(count)}, la balise publie une valeur aléatoire, appelée tour. Les prix des ${seconds(count)} suivantes sont calculés avec elle et avec la graine de l’heure.`,
  link: "La balise, en direct",

  note: {
    local:
      "Cette installation fait tourner sa propre balise : son exploitant peut connaître les prix à l’avance.",
    quicknet:
      "Les prix ont aussi besoin d’une valeur aléatoire publique que personne n’a avant sa seconde, à moins qu’assez de ses exploitants ne s’entendent. Elle vient de quicknet, une balise drand qu’une vingtaine d’organisations indépendantes, la League of Entropy, font tourner ensemble.",
    drand: (hash) =>
      `Les prix ont aussi besoin d’une valeur aléatoire publique que personne n’a avant sa seconde, à moins qu’assez de ses exploitants ne s’entendent. Elle vient de la balise drand dont l’empreinte de chaîne commence par ${hash}.`,
  },

  late: beaconState,
  newest: "Dernier tour",
  another: {
    title: "Regarder un autre tour",
    number: "Numéro d’un tour",
    open: "Le regarder",
    invalid: (first, last) => `Saisissez un numéro de ${first} à ${last}.`,
  },
  round: "Tour",
  due: "Attendu le",
  next: "Prochain tour dans",
  seconds: (count) => `${count} s`,
  signature: "Signature",
  waiting: "La plateforme ne publie pas encore ce tour. Cette page l’interroge de nouveau.",
  checks: "Vérifié dans votre navigateur",
  signed: {
    right: (round) => `Tour ${round} : la signature est celle de la balise.`,
    wrong: (round) => `Tour ${round} : la signature n’est pas celle de la balise.`,
    later: (round) => `Tour ${round} : la signature est en cours de vérification.`,
    missing: (round) =>
      `Tour ${round} : votre navigateur n’a pas pu vérifier la signature. Rechargez la page, ou utilisez un autre navigateur.`,
  },
  relay: {
    right: (round, relay) => `Tour ${round} : ${relay} et la plateforme donnent la même signature.`,
    wrong: (round, relay) =>
      `Tour ${round} : ${relay} donne une autre signature que la plateforme. L’une des deux est fausse. Gardez une capture d’écran et prévenez l’assistance.`,
    missing: (relay) => `Votre navigateur n’a pas joint ${relay} : rien n’a été comparé avec ce relais.`,
    later: "Un relais de la balise est interrogé.",
  },
  ticks: {
    title: "Prix calculés avec lui",
    second: "Seconde",
    noise: "Bruit",
    sealed: (moment) =>
      `Le bruit de ces secondes pourra être calculé à partir du ${moment}, quand la graine de leur heure sera publiée.`,
    open: "Le bruit est ce qu’une seconde ajoute au prix, avant mise à l’échelle. Votre navigateur l’a calculé à partir de la graine de l’heure et de ce tour.",
    before: "Aucun prix n’a été calculé avec ce tour : le prix a commencé plus tard.",
    failed: "La graine de l’heure n’a pas pu être chargée. Réessayez dans un instant.",
  },

  facts: {
    title: "De quelle balise il s’agit",
    who: "Exploitée par",
    by: {
      local: "L’exploitant de cette installation",
      quicknet: "La League of Entropy de drand, une vingtaine d’organisations indépendantes",
      drand: "Les exploitants de cette chaîne",
    },
    chainHash: "Empreinte de la chaîne",
    publicKey: "Clé publique",
    genesis: "Premier tour",
    period: "Un tour toutes les",
    scheme: "Procédé",
    relays: "Relais",
    delay: "Affichage des prix",
    delayed: (count) => `${count} s après leur seconde, le temps que les tours arrivent`,
    atOnce: "dans leur seconde",
    info: "Règles, engagements et balise (JSON)",
  },
};
