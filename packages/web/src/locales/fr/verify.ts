import type { FairnessMessages } from "../messages.ts";
import { verdict } from "./verdict.ts";

/** The page where anyone may check a position. */
export const verify: FairnessMessages["verify"] = {
  title: "Vérifier une position",
  back: "Retour à l’équité",
  toFairness: "Équité",
  lead: "Votre navigateur recalcule toute la position à partir des données publiées : graine, balise, prix, barrière, résultat. Vous voyez chaque étape, et si elle correspond à la promesse.",

  ask: {
    title: "Quelle position ?",
    id: "Identifiant de la position",
    idHint:
      "Ouvrez une position dans votre historique : son reçu porte l’identifiant. L’adresse d’un reçu convient aussi.",
    idInvalid: "Saisissez l’identifiant d’une position, par exemple 01a0c45c-08a8-7000-8000-00d1f13cff88.",
    check: "Vérifier",
    file: "Ouvrir un fichier de reçu",
    fileHint:
      "Téléchargez le fichier depuis un reçu. Vous pouvez aussi le déposer ici. Il reste sur votre appareil.",
    drop: "Déposez le fichier de reçu pour le vérifier",
    another: "Vérifier une autre position",
    signIn: "Se connecter",
    visitor:
      "Connectez-vous pour vérifier vos propres positions. Un fichier de reçu ne demande pas de connexion.",
    signedOut: {
      title: "Connectez-vous pour obtenir cette position",
      hint: "Vous seul, et les administrateurs, pouvez voir vos positions. Avec le reçu en fichier, vous pouvez la vérifier ici sans vous connecter.",
    },
  },

  fileProblems: {
    "too-large": "Ce fichier est trop grand pour être un reçu.",
    "not-json": "Ce fichier est illisible. Un fichier de reçu se termine par .json.",
    "not-receipt":
      "Ce fichier n’est pas un reçu que cette page peut vérifier. Téléchargez-le de nouveau depuis la page de la position.",
    "liability-proof":
      "Ce fichier est une preuve des sommes dues, pas un reçu. Le programme ci-dessous la vérifie avec --liabilities au lieu de --position.",
    unreadable: "Votre navigateur n’a pas pu lire ce fichier. Ouvrez-le de nouveau.",
  },

  problems: {
    "not-there": {
      title: "Position introuvable",
      hint: "L’identifiant est peut-être incomplet, ou la position appartient à un autre compte.",
    },
    archived: { title: "Ce mois est archivé", hint: "Ouvrez le reçu que vous avez enregistré." },
    "other-position": {
      title: "Ce n’est pas la position demandée",
      hint: "La plateforme a répondu par une autre position, ou par celle de quelqu’un d’autre. Rien n’y a été vérifié. Gardez une capture d’écran et prévenez l’assistance.",
    },
    "signed-out": {
      title: "Vous n’êtes plus connecté",
      hint: "Connectez-vous pour obtenir la position, ou ouvrez son fichier de reçu.",
    },
    "no-answer": {
      title: "La plateforme n’a pas répondu",
      hint: "Cette page l’interroge de nouveau automatiquement. Avec un fichier de reçu, vous pouvez vérifier beaucoup sans réseau.",
    },
    "no-worker": {
      title: "Votre navigateur n’a pas pu commencer le calcul",
      hint: "Rechargez la page. Si cela ne suffit pas, utilisez un autre navigateur ou le programme ci-dessous.",
    },
  },
  staleProblem: "La vérification n’a pas pu être refaite à l’instant. Voici le résultat précédent.",

  fetching: "Lecture des données publiées et calcul",
  signatures: {
    title: "Vérification des signatures de la balise",
    done: (done, all) => `${done} sur ${all}`,
  },

  verdict,
  computed: (prices, seconds) => `${prices} prix recalculés en ${seconds} s`,
  again: "Vérifier de nouveau",
  download: "Télécharger le reçu",
  downloadFailed: { title: "Le reçu n’a pas pu être créé", hint: "Réessayez dans un instant." },
  openReceipt: "Vers le reçu",

  sources: {
    published: "Comparé aux données publiées maintenant.",
    "file-alone":
      "La plateforme est injoignable : seul le fichier a été vérifié, avec les clés et les engagements qu’il contient.",
    "other-site": (site) =>
      `Provenance indiquée par ce reçu : ${site}, et non ce site. Seul le fichier a été vérifié : comparez la clé qu’il contient à celle publiée là-bas.`,
    unknownSite: "un autre lieu",
  },

  clockGap: (minutes) =>
    `L’horloge de votre appareil et celle de la plateforme diffèrent d’environ ${minutes} min. Cette vérification a suivi celle de la plateforme. Si la vôtre est juste, la plateforme est en retard sur ses prix et retient peut-être des données dues. Vérifiez de nouveau, et méfiez-vous si cela dure.`,

  about: {
    position: "Position",
    what: {
      buy: (amount, minutes) => `Achat pour ${amount} USDMS, ${minutes}`,
      sell: (amount, minutes) => `Vente pour ${amount} USDMS, ${minutes}`,
    },
    order: "Ordre",
    opened: "Ouverte",
    file: "Fichier",
    unreadable: "Illisible",
    entryPrice: "Prix d’entrée",
    barrier: "Barrière",
    soldPrice: "Prix de la vente",
    resultPrice: "Prix du résultat",
    result: "Résultat",
    open: "Pas encore connu",
    none: "Aucun",
  },

  steps: {
    title: "Ce qui a été vérifié",
    epoch: (epoch) => `Heure ${epoch}`,
    round: (round) => `Tour ${round}`,
    values: "Afficher les valeurs",
    value: "Valeur",
    expected: "Calculé ou promis",
    found: "Trouvé",
    spoken: {
      right: "Juste",
      wrong: "Faux",
      later: "Plus tard",
      missing: "Non vérifié",
      note: "Non établi",
    },
    open: (subject, words) => `${subject} : ${words}`,
    from: (moment) => `vérifiable à partir de ${moment}.`,
    unrecorded: {
      id: "ce navigateur n’en a aucune trace.",
      file: "le fichier ne l’indique pas avec sa signature.",
    },
    fromFile:
      "avant que le tour suivant soit dû, selon le fichier. Seul son auteur sait si cette note est exacte.",
    clockAhead: (time) =>
      `L’horloge de cet appareil avance maintenant d’environ ${time} sur celle de la plateforme.`,
    clockBehind: (time) =>
      `L’horloge de cet appareil retarde maintenant d’environ ${time} sur celle de la plateforme.`,
  },

  step: {
    signature: {
      subject: "Signature",
      right: "La promesse est signée avec une clé publiée.",
      wrong: "La signature n’est pas celle de cette promesse.",
    },
    promise: {
      subject: "Promesse",
      right:
        "La position correspond à ce qui a été signé à son ouverture : montant, conditions, barrière et heures. Elle est entrée à la fin de son bloc.",
      wrong: "La position ne correspond pas à ce qui a été signé à son ouverture.",
    },
    received: {
      subject: "Heure de la réponse",
      right:
        "La réponse signée est arrivée avant que le tour suivant soit dû, selon l’horloge de l’appareil qui a envoyé l’ordre. L’ordre n’a donc pas été antidaté.",
      wrong: "La signature de la réponse à l’ordre n’est pas celle de ce reçu.",
    },
    epochTerms: {
      subject: "Conditions de l’heure",
      right: "La position a été ouverte aux conditions promises pour son heure un jour à l’avance.",
      wrong: "La position a été ouverte à d’autres conditions que celles promises un jour à l’avance.",
    },
    chance: {
      subject: "Chance",
      right: "La chance de gagner découle des conditions de l’heure.",
      wrong: "La chance de gagner ne découle pas des conditions de l’heure.",
    },
    terms: {
      subject: "Nombres derrière la barrière",
      right: "Multiplicateur, durée et les deux nombres derrière la barrière découlent de cette chance.",
      wrong: "Multiplicateur, durée ou nombres derrière la barrière ne sont pas ceux de cette chance.",
    },
    barrier: {
      subject: "Barrière",
      right: "La barrière découle du prix d’entrée et des conditions.",
      wrong: "La barrière n’est pas celle que donnent le prix d’entrée et les conditions.",
    },
    commitment: {
      subject: "Graine",
      right: "La graine de l’heure est celle sur laquelle la plateforme s’était engagée avant l’ouverture.",
      wrong: "La graine de l’heure n’est pas celle sur laquelle la plateforme s’était engagée.",
    },
    chain: {
      subject: "Chaîne",
      right: "Les engagements et les conditions publiés se suivent sans rupture.",
      wrong:
        "La chaîne des engagements et des conditions est rompue : l’un d’eux a été changé, ajouté ou omis.",
    },
    head: {
      subject: "Tête de la chaîne",
      right: "La tête de la chaîne avec laquelle le reçu a été signé est celle qui est publiée.",
      wrong: "La tête de la chaîne avec laquelle le reçu a été signé n’est pas celle qui est publiée.",
    },
    start: {
      subject: "Début de l’heure",
      right: "L’heure a commencé dans l’état signé, ou exactement là où la précédente a fini.",
      wrong: "L’heure n’a pas commencé là où la précédente a fini.",
    },
    beacon: {
      subject: "Balise",
      right: "La balise est quicknet, de drand, exploitée par une vingtaine d’organisations indépendantes.",
      note: "son exploitant peut connaître ses tours avant qu’ils soient dus.",
    },
    rounds: {
      subject: "Tours de la balise",
      right: "La balise a signé tous les tours qui ont servi à calculer les prix.",
      wrong: "La balise n’a pas signé un tour qui a servi à calculer les prix, ou il y en a deux différents.",
    },
    entry: {
      subject: "Prix d’entrée",
      right: "Le prix d’entrée est celui que la graine et les tours donnent pour cette seconde.",
      wrong: "Le prix d’entrée n’est pas celui que la graine et les tours donnent pour cette seconde.",
    },
    exit: {
      subject: "Prix du résultat",
      right: "Le prix qui a décidé est celui que la graine et les tours donnent pour l’échéance.",
      wrong: "Le prix qui a décidé n’est pas celui que la graine et les tours donnent pour l’échéance.",
    },
    closing: {
      subject: "Clôture anticipée",
      right: "Le prix, la probabilité et la valeur de la clôture découlent les uns des autres.",
      wrong: "Le prix, la probabilité ou la valeur de la clôture ne découlent pas les uns des autres.",
    },
    sale: {
      subject: "Vente",
      right: "La graine et les tours donnent le prix de la vente, et le montant versé en découle.",
      wrong: "Le prix de la vente n’est pas celui de la graine et des tours, ou le montant est faux.",
    },
    saleSignature: {
      subject: "Signature de la vente",
      right: "La plateforme a signé la vente avec une clé publiée.",
      wrong: "La plateforme n’a pas signé la vente.",
    },
    saleReceived: {
      subject: "Heure de la réponse à la vente",
      right: "Arrivée avant le tour suivant, selon l’appareil qui a vendu : la vente n’a pas été antidatée.",
      wrong: "La signature de la réponse à la vente n’est pas celle de ce reçu.",
    },
    result: {
      subject: "Résultat",
      right: "Le résultat découle de ce prix et de la barrière.",
      wrong: "Le résultat ne découle pas de ce prix et de la barrière.",
    },
    money: {
      subject: "Argent",
      right: "Le profit et les écritures comptables sont ceux de ce résultat.",
      wrong: "Le profit ou les écritures comptables ne sont pas ceux de ce résultat.",
    },
  },

  reasons: {
    unreadable: "absent du reçu, ou illisible.",
    withheld: "aucune signature n’est fournie, alors que toute position est signée à son ouverture.",
    unpublished: "signée, mais avec une clé qui n’est pas publiée.",
    "file-differs": "le fichier cite une clé, une genèse ou une balise qui n’est plus publiée.",
    "no-data": "les données nécessaires ne sont ni dans le fichier, ni publiées ici.",
    doubtful: "non vérifié, car cela dépend de quelque chose de faux.",
    older: "le prix a recommencé après cette position, et les données nécessaires ne sont plus publiées.",
    undecided:
      "le reçu est antérieur au résultat. Téléchargez-le de nouveau, ou vérifiez la position par son identifiant.",
    "own-key":
      "elle correspond à la clé du fichier, mais seul le fichier dit à qui est cette clé. Comparez-la à celles qui sont publiées.",
    "other-second": "l’ordre n’est pas entré à la fin du bloc où il a été ouvert.",
    "not-spanned": "un engagement de trop a été signé, ou celui d’une heure sans rapport avec elle.",
    hole: "un engagement entre cette position et la tête signée manque.",
    "too-near": "la tête signée couvre moins d’un jour à l’avance : tout n’avait pas été fixé à temps.",
    "other-start": "le début indiqué de l’heure diffère de celui qui a été signé à l’ouverture.",
    "seed-withheld": "l’heure est passée, mais sa graine n’est pas publiée.",
    overdue: "la position est échue depuis longtemps, mais elle n’est pas réglée.",
    "not-kept":
      "une promesse n’a pas été tenue. La plateforme dit avoir perdu le secret du prix : la position n’a pas de résultat. Une plateforme malhonnête pourrait affirmer la même chose après avoir vu le résultat.",
    "round-there":
      "clôturée parce que la balise avait disparu, alors que la balise a signé un tour jusqu’à l’échéance. Le résultat peut être calculé.",
    gone: "clôturée parce que la balise avait disparu. Si ses tours arrivent malgré tout, cette clôture était injustifiée.",
    "not-listed": "clôturée avant l’échéance, mais la plateforme n’indique pas que son prix a pris fin.",
    "not-lost": "annulée alors que le prix sur lequel elle a été ouverte existe toujours.",
    late: "trop tard pour juger. Selon l’horloge de l’appareil qui a envoyé la demande, la réponse est arrivée alors que le tour suivant était déjà dû. Un réseau lent ou une horloge fausse peut en être la cause.",
    "clock-behind":
      "personne ne peut le dire. Selon l’horloge de l’appareil qui a envoyé la demande, la réponse est arrivée avant que son propre tour soit dû : cette horloge retardait.",
    "other-answer":
      "la signature de la réponse n’est pas celle de ce reçu. Deux textes différents ont été signés pour une seule demande.",
    "other-block": "la position n’a pas été vendue à la fin du bloc où la vente a été faite.",
    "sold-late": "la position a été vendue dans ses deux derniers blocs, où aucune vente n’est possible.",
  },

  alone: {
    title: "Vérifier sans nous",
    says: "Cette page calcule dans votre propre navigateur, mais elle vient de nous. Le programme s’en passe. C’est un seul fichier pour Node.js, qui fonctionne aussi sans réseau. Il n’a pas une ligne en commun avec la plateforme, hormis une bibliothèque publique pour les signatures de la balise. Si les deux concordent, deux programmes indépendants concordent.",
    program: "Télécharger le programme",
    command: "Puis lancez, dans le dossier où sont enregistrés les deux :",
    copy: "Copier la commande",
  },
};
