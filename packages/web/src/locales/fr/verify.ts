import type { FairnessMessages } from "../messages.ts";
import { verdict } from "./verdict.ts";

/** The page where anyone may check a position. */
export const verify: FairnessMessages["verify"] = {
  title: "Vérifier une position",
  back: "Retour à la page Équité",
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
      "Connectez-vous pour vérifier vos propres positions. Un fichier de reçu se vérifie sans connexion.",
    signedOut: {
      title: "Connectez-vous pour obtenir cette position",
      hint: "Seuls vous et notre équipe pouvez voir vos positions. Si vous avez le fichier de reçu, vous pouvez la vérifier ici sans vous connecter.",
    },
  },

  fileProblems: {
    "too-large": "Ce fichier est trop grand pour être un reçu.",
    "not-json": "Ce fichier est illisible. Un fichier de reçu se termine par .json.",
    "not-receipt":
      "Cette page ne peut pas vérifier ce fichier. Téléchargez de nouveau le reçu depuis la page de la position.",
    "liability-proof":
      "Ce fichier est une preuve de passif, pas un reçu. Le programme ci-dessous la vérifie avec --liabilities au lieu de --position.",
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
      hint: "Le serveur a répondu par une autre position, ou par celle d’un autre utilisateur. Rien n’y a été vérifié. Faites une capture d’écran et contactez l’assistance.",
    },
    "signed-out": {
      title: "Votre session est terminée",
      hint: "Connectez-vous pour obtenir la position, ou ouvrez son fichier de reçu.",
    },
    "no-answer": {
      title: "Le serveur n’a pas répondu",
      hint: "Cette page réessaie automatiquement. Avec un fichier de reçu, la plupart des vérifications se font hors ligne.",
    },
    "no-worker": {
      title: "Votre navigateur n’a pas pu lancer la vérification",
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
  openReceipt: "Voir le reçu",

  sources: {
    published: "Comparé aux données publiées maintenant.",
    "file-alone":
      "Le serveur est injoignable : seul le fichier a été vérifié, avec les clés et les engagements qu’il contient.",
    "other-site": (site) =>
      `Provenance indiquée par ce reçu : ${site}, et non ce site. Seul le fichier a été vérifié : comparez la clé qu’il contient à celle publiée là-bas.`,
    unknownSite: "un autre site",
  },

  clockGap: (minutes) =>
    `L’horloge de votre appareil et celle du serveur diffèrent d’environ ${minutes} min. Cette vérification a suivi celle du serveur. Si la vôtre est à l’heure, les prix sont publiés en retard. Relancez la vérification, et méfiez-vous si l’écart persiste.`,

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
    soldPrice: "Prix de revente",
    resultPrice: "Prix du résultat",
    result: "Résultat",
    open: "Pas encore connu",
    none: "Aucun",
  },

  steps: {
    title: "Ce qui a été vérifié",
    epoch: (epoch) => `Heure ${epoch}`,
    round: (round) => `Tirage ${round}`,
    values: "Afficher les valeurs",
    value: "Valeur",
    expected: "Calculé ou promis",
    found: "Trouvé",
    spoken: {
      right: "Conforme",
      wrong: "Non conforme",
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
      "avant l’heure prévue du tirage suivant, selon le fichier. Seul l’auteur du fichier sait si c’est exact.",
    clockAhead: (time) =>
      `L’horloge de cet appareil avance maintenant d’environ ${time} sur celle du serveur.`,
    clockBehind: (time) =>
      `L’horloge de cet appareil retarde maintenant d’environ ${time} sur celle du serveur.`,
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
        "La position correspond à ce qui a été signé à son ouverture : mise, conditions, barrière et heures. L’ordre a été exécuté à la fin de sa fenêtre d’exécution.",
      wrong: "La position ne correspond pas à ce qui a été signé à son ouverture.",
    },
    received: {
      subject: "Heure de la réponse",
      right:
        "La réponse signée est arrivée avant l’heure prévue du tirage suivant, selon l’horloge de l’appareil qui a envoyé l’ordre : l’ordre n’a donc pas été antidaté.",
      wrong: "La signature de la réponse à l’ordre n’est pas celle de ce reçu.",
    },
    epochTerms: {
      subject: "Conditions de l’heure",
      right: "La position a été ouverte aux conditions promises pour son heure un jour à l’avance.",
      wrong: "La position a été ouverte à d’autres conditions que celles promises un jour à l’avance.",
    },
    chance: {
      subject: "Probabilité de gain",
      right: "La probabilité de gain découle des conditions de l’heure.",
      wrong: "La probabilité de gain ne découle pas des conditions de l’heure.",
    },
    terms: {
      subject: "Paramètres de la barrière",
      right:
        "Le multiplicateur, la durée et les deux paramètres de la barrière découlent de cette probabilité.",
      wrong:
        "Le multiplicateur, la durée ou les paramètres de la barrière ne découlent pas de cette probabilité.",
    },
    barrier: {
      subject: "Barrière",
      right: "La barrière découle du prix d’entrée et des conditions.",
      wrong: "La barrière ne découle pas du prix d’entrée et des conditions.",
    },
    commitment: {
      subject: "Graine",
      right: "La graine de l’heure correspond à l’engagement publié avant l’ouverture de la position.",
      wrong: "La graine de l’heure ne correspond pas à son engagement.",
    },
    chain: {
      subject: "Chaîne",
      right: "Les engagements et les conditions publiés se suivent sans rupture.",
      wrong:
        "La chaîne des engagements et des conditions est rompue : l’un d’eux a été changé, ajouté ou omis.",
    },
    head: {
      subject: "Tête de la chaîne",
      right: "La tête de la chaîne du reçu signé est celle qui est publiée.",
      wrong: "La tête de la chaîne du reçu signé n’est pas celle qui est publiée.",
    },
    start: {
      subject: "Début de l’heure",
      right: "L’heure a commencé dans l’état signé, ou exactement là où la précédente s’est terminée.",
      wrong: "L’heure n’a pas commencé là où la précédente s’est terminée.",
    },
    beacon: {
      subject: "Balise",
      right: "La balise est quicknet, de drand, exploitée par une vingtaine d’organisations indépendantes.",
      note: "son exploitant peut connaître ses tirages avant l’heure prévue.",
    },
    rounds: {
      subject: "Tirages de la balise",
      right: "La balise a signé tous les tirages qui ont servi à calculer les prix.",
      wrong:
        "Un tirage qui a servi à calculer les prix n’est pas signé par la balise, ou existe en deux versions.",
    },
    entry: {
      subject: "Prix d’entrée",
      right: "Le prix d’entrée découle de la graine et des tirages.",
      wrong: "Le prix d’entrée ne découle pas de la graine et des tirages.",
    },
    exit: {
      subject: "Prix du résultat",
      right: "Le prix à l’échéance découle de la graine et des tirages.",
      wrong: "Le prix à l’échéance ne découle pas de la graine et des tirages.",
    },
    closing: {
      subject: "Clôture anticipée",
      right: "Le prix, la probabilité de gain et la valeur à la clôture découlent les uns des autres.",
      wrong: "Le prix, la probabilité de gain et la valeur à la clôture ne découlent pas les uns des autres.",
    },
    sale: {
      subject: "Revente",
      right:
        "Le prix de revente découle de la graine et des tirages, et le montant versé découle de ce prix.",
      wrong:
        "Le prix de revente ne découle pas de la graine et des tirages, ou le montant versé ne découle pas de ce prix.",
    },
    saleSignature: {
      subject: "Signature de la revente",
      right: "La plateforme a signé la revente avec une clé publiée.",
      wrong: "La plateforme n’a pas signé la revente.",
    },
    saleReceived: {
      subject: "Heure de la réponse à la revente",
      right:
        "La réponse signée est arrivée avant l’heure prévue du tirage suivant, selon l’horloge de l’appareil qui a revendu la position : la revente n’a donc pas été antidatée.",
      wrong: "La signature de la réponse à la revente n’est pas celle de ce reçu.",
    },
    result: {
      subject: "Résultat",
      right: "Le résultat découle de ce prix et de la barrière.",
      wrong: "Le résultat ne découle pas de ce prix et de la barrière.",
    },
    money: {
      subject: "Montants",
      right: "Le profit et les écritures comptables correspondent à ce résultat.",
      wrong: "Le profit ou les écritures comptables ne correspondent pas à ce résultat.",
    },
  },

  reasons: {
    unreadable: "absent du reçu, ou illisible.",
    withheld: "aucune signature n’est fournie, alors que toute position est signée à son ouverture.",
    unpublished: "signée avec une clé qui n’est pas publiée.",
    "file-differs": "le fichier cite une clé, une genèse ou une balise qui n’est plus publiée.",
    "no-data": "les données de cette étape ne sont ni dans le fichier, ni publiées ici.",
    doubtful: "non vérifié, car cela dépend d’une étape non conforme.",
    older:
      "la série de prix a été redémarrée après cette position, et les données de cette étape ne sont plus publiées.",
    undecided:
      "le reçu est antérieur au résultat. Téléchargez-le de nouveau, ou vérifiez la position par son identifiant.",
    "own-key":
      "elle correspond à la clé du fichier, mais seul le fichier dit à qui est cette clé. Comparez-la aux clés publiées.",
    "other-second": "l’ordre n’a pas été exécuté à la fin de sa fenêtre d’exécution.",
    "not-spanned":
      "un engagement de trop a été signé, ou celui d’une heure sans rapport avec cette position.",
    hole: "un engagement entre cette position et la tête signée manque.",
    "too-near": "la tête signée couvre moins d’un jour à l’avance : tout n’avait pas été fixé à temps.",
    "other-start": "le début indiqué de l’heure diffère de celui qui a été signé à l’ouverture.",
    "seed-withheld": "l’heure est terminée, mais sa graine n’est pas publiée.",
    overdue: "la position est échue depuis longtemps, mais elle n’est pas réglée.",
    "not-kept":
      "une promesse n’a pas été tenue. La plateforme indique que son secret des prix a été perdu : la position n’a donc pas de résultat. Une plateforme malhonnête pourrait affirmer la même chose après avoir vu le résultat.",
    "round-there":
      "clôturée avant l’échéance parce que la balise avait disparu, alors que la balise a signé un tirage jusqu’à l’échéance. Le résultat peut être calculé.",
    gone: "clôturée avant l’échéance parce que la balise avait disparu. Si ses tirages arrivent encore, cette clôture était injustifiée.",
    "not-listed": "clôturée avant l’échéance, mais le site n’indique pas l’interruption de sa série de prix.",
    "not-lost": "clôturée avant l’échéance alors que sa série de prix est toujours active.",
    late: "trop tard pour juger. Selon l’horloge de l’appareil qui a envoyé la demande, la réponse est arrivée après l’heure prévue du tirage suivant. Un réseau lent ou une horloge fausse peut en être la cause.",
    "clock-behind":
      "impossible à déterminer. Selon l’horloge de l’appareil qui a envoyé la demande, la réponse est arrivée avant l’heure prévue de son propre tirage : cette horloge retardait.",
    "other-answer":
      "la signature de la réponse n’est pas celle de ce reçu. Deux textes différents ont été signés pour une seule demande.",
    "other-block": "la position n’a pas été revendue à la fin de sa fenêtre d’exécution.",
    "sold-late":
      "la position a été revendue dans ses deux dernières fenêtres d’exécution, où c’est impossible.",
  },

  alone: {
    title: "Vérifier sans nous",
    says: "Cette page calcule dans votre propre navigateur, mais elle vient de nous. Le programme s’en passe. C’est un seul fichier pour Node.js, qui fonctionne aussi hors ligne. Il n’a aucun code en commun avec ce site, hormis une bibliothèque publique pour les signatures de la balise. Si les deux concordent, deux programmes indépendants concordent.",
    program: "Télécharger le programme",
    command: "Puis lancez, dans le dossier où sont enregistrés les deux :",
    copy: "Copier la commande",
  },
};
