import { counted } from "@veritick/contract/plural.ts";
import type { FairnessMessages } from "../messages.ts";

/** The platform's total debt to all users. */
export const liabilities: FairnessMessages["liabilities"] = {
  title: "Preuve des sommes dues",
  intro:
    "Une fois par jour, Veritick additionne ce que la plateforme doit à tous ses utilisateurs et signe le total. Vous pouvez vérifier ici, dans votre propre navigateur, que votre solde en fait partie.",

  check: {
    title: "Mon solde en fait-il partie ?",
    intro:
      "Votre navigateur demande la preuve de votre solde et recalcule le total à partir d’elle. Vous seul pouvez dire si le solde affiché est bien le vôtre : comparez-le.",
    statement: "Relevé du jour",
    option: (number, moment) => `N° ${number}, ${moment}`,
    run: "Vérifier que mon solde y figure",
    running: "Vérification…",
    visitor:
      "Chacun peut lire les relevés du jour. Connectez-vous pour vérifier que votre propre solde fait partie de l’un d’eux.",
    signIn: "Se connecter",
    failed: "La preuve n’a pas pu être obtenue.",
    gone: "Les preuves ne sont conservées que pour les derniers relevés. Aucun de ceux de la liste ne peut plus être prouvé.",
  },

  result: {
    right: {
      title: "Votre solde fait partie du total",
      hint: (balance, total) =>
        `Le total déclaré de ${total} USDMS comprend vos ${balance} USDMS. C’est la plateforme qui en donne la date : rien ici ne montre qu’il n’a pas été antidaté.`,
    },
    wrong: {
      title: "Cette preuve est fausse",
      hint: "Conservez-la : téléchargez le fichier, vérifiez-le avec le programme ci-dessous et montrez-le à d’autres.",
    },
    missing: {
      title: "Tout ne peut pas être vérifié",
      hint: "Chaque étape vérifiée est juste. La liste indique celles qui n’ont pas pu être vérifiées.",
    },
    email: "E-mail dans votre feuille",
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
    outcome: { right: "Juste", wrong: "Faux", missing: "Non vérifié" },
  },

  steps: {
    form: {
      right: "La plateforme a répondu par une preuve.",
      wrong: "La plateforme n’a pas répondu par une preuve.",
      missing: "Il n’y avait aucune preuve à vérifier.",
    },
    signature: {
      right: "Le relevé est signé avec une clé publiée.",
      wrong: "Aucune clé publiée n’a signé ce relevé.",
      missing: "La signature n’a pas été vérifiée : le relevé est illisible.",
    },
    statement: {
      right: "Les valeurs affichées ici sont celles qui ont été signées.",
      wrong: "Les valeurs affichées ici ne sont pas celles qui ont été signées.",
      missing: "Les valeurs signées n’ont pas été comparées.",
    },
    listed: {
      right: "C’est le relevé que tout le monde voit dans la liste.",
      wrong: "Ce n’est pas le relevé que tout le monde voit dans la liste.",
      missing: "Il n’a pas été comparé avec la liste.",
    },
    leaf: {
      right: "Votre feuille porte votre e-mail : elle ne peut être montrée à personne d’autre.",
      wrong: "Cette feuille n’est pas la vôtre : elle porte un autre e-mail ou un autre compte.",
      missing: "Votre feuille n’a pas été vérifiée.",
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
      right: "Depuis votre feuille, il mène exactement à la racine signée.",
      wrong: "Depuis votre feuille, il mène à une autre racine que celle qui est signée.",
      missing: "Le bout du chemin n’a pas été vérifié.",
    },
    total: {
      right: "Les sommes du chemin donnent ensemble le total signé.",
      wrong: "Les sommes du chemin ne donnent pas le total signé.",
      missing: "La somme n’a pas été vérifiée.",
    },
    previous: {
      right: "Il porte l’empreinte du relevé précédent, qui figure dans la liste.",
      wrong: "Il ne porte pas l’empreinte du relevé précédent, ou celui-ci n’est pas dans la liste.",
      missing: "Le relevé précédent n’a pas été comparé.",
    },
    chain: {
      right: "La tête des engagements du prix qu’il contient est celle qui est publiée.",
      wrong: "La tête des engagements du prix qu’il contient n’est pas celle qui est publiée.",
      missing: "Le prix a recommencé après lui : la tête qu’il contient n’a pas pu être comparée.",
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
    says: "Le fichier contient votre preuve. Le programme est un fichier unique, sans dépendance, écrit indépendamment de cette page ; il lui faut Node.js, mais aucun réseau.",
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
        "que la plateforme a signé un total qui contient le solde que montre votre preuve, si chaque vérification de votre preuve est juste. Comparez-le pour voir que c’est bien tout votre solde ;",
        "que rien n’en est retranché : aucune somme à côté de votre chemin vers le total n’est inférieure à zéro ;",
        "que votre place n’est qu’à vous : votre e-mail en fait partie, deux personnes ne peuvent donc pas se voir montrer la même ;",
        "qu’aucun relevé antérieur n’a été remplacé depuis votre dernière visite : chacun porte l’empreinte du précédent.",
      ],
    },
    doesNot: {
      title: "Cela ne prouve pas",
      points: [
        "que la plateforme possède cet argent. C’est un relevé de ce qu’elle doit, non de ce qu’elle détient ;",
        "que tout le monde y figure. Le total est au moins égal à la somme de ceux qui ont vérifié : plus on est nombreux à vérifier, moins il est possible d’oublier quelqu’un ;",
        "quoi que ce soit sur le temps entre deux relevés, ni sur les mises et les retraits en cours.",
      ],
    },
    ask: "Vérifiez de temps en temps, demandez à d’autres de le faire et comparez l’empreinte d’un relevé avec la leur : tous doivent voir la même.",
  },

  list: {
    title: "Relevés du jour",
    intro:
      "Du plus récent au plus ancien. Votre navigateur a vérifié chaque signature, et que chaque relevé fait suite au précédent.",
    number: "N°",
    taken: "Établi le",
    total: "Total",
    root: "Racine",
    copyRoot: (number) => `Copier la racine du relevé ${number}`,
    signed: "Signé",
    notSigned: "Non signé",
    altered: "Altéré",
    chained: "Chaîne intacte",
    broken: "Chaîne rompue",
    open: "Début de cette liste",
    text: "Texte signé et empreinte",
    copyText: (number) => `Copier le texte signé du relevé ${number}`,
    signature: "Signature",
    copySignature: (number) => `Copier la signature du relevé ${number}`,
    fingerprint: "Empreinte",
    copyFingerprint: (number) => `Copier l’empreinte du relevé ${number}`,
    earlier: "Relevés antérieurs",
    failedEarlier: "Les plus anciens n’ont pas pu être chargés.",
    end: "Ce sont tous les relevés qui existent.",
    loading: "Chargement des relevés",
    empty: {
      title: "Aucun relevé pour l’instant",
      hint: "Le premier est établi après 00:00 UTC, puis un par jour.",
    },
    failed: "Les relevés n’ont pas pu être chargés",
  },

  lost: {
    title: "Un relevé que ce navigateur a vu n’est plus publié",
    changed: (number) =>
      `Le relevé ${number} était différent lors de la dernière visite de ce navigateur. Un relevé signé ne doit jamais changer.`,
    gone: (number) =>
      `Le relevé ${number} n’est plus dans la liste. Un relevé signé ne doit jamais disparaître.`,
    ask: "Gardez une capture d’écran et demandez-en la raison à la plateforme.",
    seen: "Empreinte vue",
    now: "Empreinte actuelle",
    none: "Aucune",
    accept: "Continuer avec la liste actuelle",
  },
};
