import { counted } from "@veritick/contract/plural.ts";
import type { FairnessMessages } from "../messages.ts";

/** The platform's total debt to all users. */
export const liabilities: FairnessMessages["liabilities"] = {
  title: "Preuve de passif",
  intro:
    "Une fois par jour, la plateforme additionne ce qu’elle doit à tous ses utilisateurs et signe le total. Vous pouvez vérifier ici, dans votre propre navigateur, que votre solde en fait partie.",

  check: {
    title: "Mon solde en fait-il partie ?",
    intro:
      "Votre navigateur demande la preuve de votre solde et recalcule le total à partir d’elle. Comparez le solde affiché avec le vôtre.",
    statement: "État du passif",
    option: (number, moment) => `N° ${number}, ${moment}`,
    run: "Vérifier que mon solde y figure",
    running: "Vérification…",
    visitor:
      "Chacun peut lire les états du passif. Connectez-vous pour vérifier que votre propre solde fait partie de l’un d’eux.",
    signIn: "Se connecter",
    failed: "La preuve n’a pas pu être chargée.",
    gone: "Seuls les derniers états du passif disposent d’une preuve. Aucun de ceux affichés n’en a.",
  },

  result: {
    right: {
      title: "Votre solde fait partie du total",
      hint: (balance, total) =>
        `Le total déclaré de ${total} USDMS comprend vos ${balance} USDMS. L’état donne lui-même sa date : rien ici ne montre qu’il n’a pas été antidaté.`,
    },
    wrong: {
      title: "Cette preuve est fausse",
      hint: "Téléchargez le fichier, vérifiez-le avec le programme ci-dessous et montrez-le à d’autres.",
    },
    missing: {
      title: "Tout ne peut pas être vérifié",
      hint: "Chaque étape vérifiée est conforme. La liste indique celles qui n’ont pas pu être vérifiées.",
    },
    email: "E-mail inscrit dans la preuve",
    balance: "Votre solde à ce moment",
    taken: "Établi le",
    total: "Total de tous les soldes",
    compare:
      "Comparez-le avec votre relevé de compte. Les mises des positions ouvertes et les retraits en cours n’étaient pas sur votre solde à ce moment : ils n’y sont donc pas compris.",
    toStatement: "Ouvrir mon relevé de compte",
    steps: "Ce qui a été vérifié",
    expected: "Attendu",
    found: "Trouvé",
    compared: "Afficher les deux valeurs",
    outcome: { right: "Conforme", wrong: "Non conforme", missing: "Non vérifié" },
  },

  steps: {
    form: {
      right: "Le serveur a répondu par une preuve.",
      wrong: "Le serveur n’a pas répondu par une preuve.",
      missing: "Il n’y avait aucune preuve à vérifier.",
    },
    signature: {
      right: "L’état est signé avec une clé publiée.",
      wrong: "Aucune clé publiée n’a signé cet état.",
      missing: "La signature n’a pas été vérifiée : l’état est illisible.",
    },
    statement: {
      right: "Les valeurs affichées ici sont celles qui ont été signées.",
      wrong: "Les valeurs affichées ici ne sont pas celles qui ont été signées.",
      missing: "Les valeurs signées n’ont pas été comparées.",
    },
    listed: {
      right: "C’est l’état que tout le monde voit dans la liste.",
      wrong: "Ce n’est pas l’état que tout le monde voit dans la liste.",
      missing: "Il n’a pas été comparé avec la liste.",
    },
    leaf: {
      right: "Votre ligne contient votre e-mail : elle ne peut être montrée à personne d’autre.",
      wrong: "Cette ligne n’est pas la vôtre : elle contient un autre e-mail ou un autre compte.",
      missing: "Votre ligne n’a pas été vérifiée.",
    },
    balance: {
      right: "Le solde est celui que vous connaissez.",
      wrong: "Le solde n’est pas celui que vous connaissez.",
      missing: "Le solde n’a pas été comparé.",
    },
    path: {
      right:
        "Le chemin compte exactement le nombre de niveaux signé, et aucune somme n’y est inférieure à zéro.",
      wrong: "Le chemin est trop long, trop court, ou comporte une somme inférieure à zéro.",
      missing: "Le chemin n’a pas été vérifié.",
    },
    root: {
      right: "Depuis votre ligne, le chemin mène exactement à la racine signée.",
      wrong: "Depuis votre ligne, le chemin mène à une autre racine que celle qui est signée.",
      missing: "Le bout du chemin n’a pas été vérifié.",
    },
    total: {
      right: "Les sommes du chemin donnent ensemble le total signé.",
      wrong: "Les sommes du chemin ne donnent pas le total signé.",
      missing: "La somme n’a pas été vérifiée.",
    },
    previous: {
      right: "Il contient l’empreinte de l’état précédent, qui figure dans la liste.",
      wrong: "Il ne contient pas l’empreinte de l’état précédent, ou celui-ci n’est pas dans la liste.",
      missing: "L’état précédent n’a pas été comparé.",
    },
    chain: {
      right: "La tête de la chaîne qu’il contient est celle qui est publiée.",
      wrong: "La tête de la chaîne qu’il contient n’est pas celle qui est publiée.",
      missing:
        "La série de prix a été redémarrée après lui : la tête qu’il contient n’a pas pu être comparée.",
    },
  },

  way: {
    title: "De votre solde au total",
    intro:
      "Chaque niveau additionne deux voisins, jusqu’à ce qu’il ne reste qu’une somme. À côté de vous se trouve un seul autre solde, sans nom, ou une place vide. Plus haut se trouvent les sommes de groupes toujours plus grands.",
    total: "Total",
    yours: "Votre solde",
    beside: "À côté de vous",
    group: "Avec vous",
    others: "Les autres",
    between: (count) => `${counted.fr(count, "niveau", "niveaux")} de plus`,
    showAll: "Afficher tous les niveaux",
  },

  file: {
    title: "Vérifier sans nous",
    says: "Le fichier contient votre preuve. Le programme est un fichier unique, indépendant de cette page. Il a besoin de Node.js, mais d’aucun réseau.",
    download: "Télécharger ma preuve",
    program: "Télécharger le programme",
    command: "Puis exécutez",
    copy: "Copier la commande",
    secret:
      "Le fichier révèle votre e-mail et votre solde : ne le montrez qu’aux personnes qui peuvent les connaître.",
  },

  meaning: {
    title: "Ce que cela prouve, et ce que cela ne prouve pas",
    proves: {
      title: "Cela prouve",
      points: [
        "que la plateforme a signé un total qui contient le solde de votre preuve, si chaque vérification est conforme. Comparez-le pour voir que c’est bien tout votre solde ;",
        "que rien n’en est déduit : aucune somme à côté de votre chemin vers le total n’est inférieure à zéro ;",
        "que votre ligne n’est qu’à vous : votre e-mail en fait partie, et deux utilisateurs ne peuvent donc pas recevoir la même preuve ;",
        "qu’aucun état antérieur n’a été remplacé depuis votre dernière visite : chacun contient l’empreinte du précédent.",
      ],
    },
    doesNot: {
      title: "Cela ne prouve pas",
      points: [
        "que la plateforme a l’argent. L’état montre ce qu’elle doit, non ce qu’elle a ;",
        "que tous les utilisateurs y figurent. Le total est au moins égal à la somme des soldes vérifiés : plus vous êtes nombreux à vérifier, moins il peut y avoir d’oublis ;",
        "quoi que ce soit sur le temps entre deux états, ni sur les mises et les retraits en cours.",
      ],
    },
    ask: "Vérifiez de temps en temps, demandez à d’autres de le faire et comparez l’empreinte d’un état avec la leur : tous doivent voir la même.",
  },

  list: {
    title: "États du passif",
    intro:
      "Du plus récent au plus ancien. Votre navigateur a vérifié chaque signature, et que chaque état fait suite au précédent.",
    number: "N°",
    taken: "Établi le",
    total: "Total",
    root: "Racine",
    copyRoot: (number) => `Copier la racine de l’état ${number}`,
    signed: "Signé",
    notSigned: "Non signé",
    altered: "Altéré",
    chained: "Chaîne intacte",
    broken: "Chaîne rompue",
    open: "Début de cette liste",
    text: "Texte signé et empreinte",
    copyText: (number) => `Copier le texte signé de l’état ${number}`,
    signature: "Signature",
    copySignature: (number) => `Copier la signature de l’état ${number}`,
    fingerprint: "Empreinte",
    copyFingerprint: (number) => `Copier l’empreinte de l’état ${number}`,
    earlier: "États antérieurs",
    failedEarlier: "Les états antérieurs n’ont pas pu être chargés.",
    end: "Fin de la liste",
    loading: "Chargement des états du passif",
    empty: {
      title: "Aucun état du passif pour l’instant",
      hint: "Le premier est établi après 00:00 UTC, puis un par jour.",
    },
    failed: "Les états du passif n’ont pas pu être chargés",
  },

  lost: {
    title: "Un état que ce navigateur a vu n’est plus publié",
    changed: (number) =>
      `L’état ${number} était différent lors de la dernière visite de ce navigateur. Un état signé ne doit jamais changer.`,
    gone: (number) => `L’état ${number} n’est plus dans la liste. Un état signé ne doit jamais disparaître.`,
    ask: "Faites une capture d’écran et contactez l’assistance.",
    seen: "Empreinte vue",
    now: "Empreinte actuelle",
    none: "Aucune",
    accept: "Continuer avec la liste actuelle",
  },
};
