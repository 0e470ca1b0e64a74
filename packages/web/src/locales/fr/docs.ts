import { accessibility } from "./accessibility.ts";
import { help } from "./help.ts";
import type { DocsMessages } from "../messages.ts";

export const docsFr: DocsMessages = {
  accessibility,
  help,
  title: "Pour les développeurs",
  lead: "Lisez votre compte, prenez des positions et suivez les prix avec votre propre programme. Chaque appel, limite et message de cette page vient des définitions mêmes que le serveur exécute.",
  back: {
    start: { name: "Page d’accueil", label: "Retour à la page d’accueil" },
    dashboard: { name: "Tableau de bord", label: "Retour au tableau de bord" },
  },
  copy: (what) => `Copier : ${what}`,
  onThisPage: "Sur cette page",

  start: {
    title: "Premiers pas",
    steps: {
      key: "Dans votre profil, sous Clés API, créez une clé qui permet de lire et de trader. Elle n’est affichée qu’une fois.",
      call: "Envoyez-la avec chaque appel. Avec la clé dans `VERITICK_KEY`, celui-ci lit votre solde :",
      order: "Celui-ci achète pour une minute, à la fin du bloc de trois secondes en cours :",
    },
    profile: "Ouvrir le profil",
    own: "Donnez à chaque ordre sa propre `Idempotency-Key`. Avec `order-1` une deuxième fois, vous recevez la réponse du premier ordre et rien n’est acheté.",
    answer:
      "La réponse donne la seconde et le prix d’entrée de l’ordre. Les deux sont définitifs. Dans la dernière demi-seconde d’un bloc, un ordre attend le suivant : une réponse peut donc prendre jusqu’à trois secondes.",
    sell: "`POST /api/trading/positions/{id}/sell` revend une position ouverte. `minProceeds` est le minimum que vous acceptez, en texte avec deux décimales. En dessous, rien ne se passe : la réponse est 409 `price_moved`, et `proceeds` y indique ce que la vente rapporterait.",
  },

  keys: {
    title: "Clés",
    text: "Une clé permet ce que prévoient ses autorisations, et rien d’autre. Aucune clé ne permet de retirer de l’argent, de se connecter, de modifier ce qui protège le compte ou d’administrer quoi que ce soit.",
    scope: "Autorisation",
    allows: "Permet",
    scopes: {
      read: "Solde, positions, reçus, relevé, résultats, limites, messages en direct",
      trade: "D’ouvrir et de vendre des positions",
      account: "« Gérer » dans le profil : de fixer des limites, de faire une pause et de lancer un dépôt",
      any: "Ce que chacun peut lire, avec ou sans clé",
    },
    facts: [
      "Une clé se place dans l’en-tête `Authorization`, après `Bearer`. Le serveur ignore alors les cookies.",
      "Une clé peut être liée à des adresses et à des réseaux, et peut expirer.",
      "Révoquer une clé met aussitôt fin à ses connexions en direct. « Tout déconnecter » révoque toutes les clés, de même qu’un nouveau mot de passe, une nouvelle application d’authentification, une première clé d’accès sans application et la suppression d’une clé d’accès.",
      "Un compte a au plus 20 clés.",
    ],
  },

  signIn: {
    title: "Se connecter",
    text: "Les programmes utilisent une clé. Pour ce qu’aucune clé ne permet, un programme se connecte comme son propriétaire : il envoie `email` et `password` à `POST /api/auth/login` et garde le cookie.",
    facts: [
      "Avec la connexion en deux étapes, envoyez aussi `twoStepCode` : le code de l’application ou un code de secours. Chacun ne sert qu’une fois. Une clé d’accès demande un navigateur.",
      "La connexion, la confirmation d’identité et tout changement qui met fin aux autres sessions donnent chacun un nouveau cookie. Gardez le dernier.",
      "401 `not_signed_in` : il n’y a pas de session, ou elle a pris fin. Reconnectez-vous.",
      "403 `step_up_required` : envoyez `password` ou `code` à `POST /api/profile/step-up`, puis répétez l’appel.",
    ],
  },

  repeat: {
    title: "Répéter sans risque",
    text: "Les ordres, les ventes et les dépôts acceptent l’en-tête `Idempotency-Key` : de 1 à 200 caractères visibles de votre choix. Sans réponse, renvoyez la même requête avec la même clé : elle n’a qu’un effet.",
    sent: "Vous envoyez",
    get: "Vous recevez",
    rows: {
      same: ["La même clé et le même corps", "La première réponse, avec l’en-tête `Idempotency-Replayed`"],
      other: [
        "La même clé et un autre corps",
        "422 `idempotency_mismatch` : la clé appartient à une autre requête",
      ],
      running: ["La même clé pendant le premier essai", "409 `idempotency_running` : redemandez"],
    },
    refusal:
      "Un refus n’est pas conservé, car rien n’a bougé. Vous pouvez renvoyer la requête avec la même clé.",
    late: "Les ordres et les ventes acceptent aussi `notAfterTick`, une seconde du temps Unix. Une requête qui prendrait effet à un tick ultérieur est refusée avec 409 `not_after_passed` et n’est jamais exécutée en retard, quelle que soit la durée de son trajet. Un corps qui contient un champ inconnu de l’appel est refusé avec 400 `field_unknown` : un `notAfterTick` mal écrit ne déclenche donc aucun ordre.",
  },

  errors: {
    title: "Erreurs",
    text: "Chaque erreur a cette forme. Décidez d’après le code. Le message est pour les personnes, dans la langue de l’en-tête `Accept-Language`.",
    again: "Après 429 et 503, attendez autant de secondes que `Retry-After` l’indique.",
    all: (count) => `Les ${count} codes`,
    code: "Code",
    status: "Statut",
    meaning: "Sens",
  },

  limits: {
    title: "Limites",
    facts: [
      "Une clé permet 50 appels par seconde, avec des pointes de 200, sauf si l’exploitant a fixé d’autres nombres. Toutes les clés d’un compte ensemble en permettent le double.",
      "Quatre appels d’un compte sont traités à la fois. Les autres attendent.",
      "Un corps fait au plus 64 Kio.",
      "Un compte a autant de connexions en direct que l’exploitant le permet, navigateurs et programmes ensemble.",
    ],
  },

  lists: {
    title: "Listes",
    facts: [
      "Une liste commence par le plus récent. Elle contient tout ce qui est encore ouvert, et les 100 derniers autres.",
      "`before=<id>` et `limit=` demandent les plus anciens, 200 au plus. Le relevé prend l’identifiant d’une transaction, et une limite de 500 au plus.",
      "Une liste porte un `ETag`. Renvoyez-le dans `If-None-Match` : si la liste est inchangée, la réponse est 304.",
      "Les montants et les prix sont des nombres décimaux en texte, avec huit chiffres après le point. Un tick est une seconde entière du temps Unix. Les heures sont en UTC.",
    ],
  },

  live: {
    title: "Messages en direct",
    text: "`GET /api/ws-token` donne un jeton qui sert une fois, dans la minute. Ouvrez un WebSocket à `/ws`, avec ce jeton comme paramètre `token`. Il n’y a rien à envoyer.",
    gap: "Un message peut se perdre avec sa connexion. Reconnectez-vous, puis relisez vos listes. Une connexion qui ne lit pas, ou qui envoie plus de cinq trames par seconde, est coupée.",
    tells: {
      price: "Le prix de la seconde qui vient de commencer",
      beacon: "Chaque seconde tant qu’aucun prix ne peut être affiché, et pourquoi",
      balanceUpdate: "Votre nouveau solde",
      positionResolved: "Une de vos positions, réglée ou vendue",
      depositUpdate: "Un de vos dépôts qui a changé",
      withdrawalUpdate: "Un de vos retraits qui a changé",
      securityEvent: "Ce qui touche à la sécurité de votre compte (sessions seulement)",
      maintenance: "Une maintenance a commencé, a pris fin ou a un nouveau message",
      adminUpdate: "Une liste de l’administration a changé (sessions de l’équipe seulement)",
    },
  },

  webhooks: {
    title: "Webhooks",
    text: "Pour l’exploitant de ce site : vos propres systèmes apprennent les événements par des requêtes POST. Un administrateur ajoute l’adresse sous Administration → Installation → Webhooks, choisit les événements et reçoit le secret une seule fois.",
    facts: [
      "Les signatures suivent Standard Webhooks : les en-têtes `webhook-id`, `webhook-timestamp` et `webhook-signature`, et un secret qui commence par `whsec_`. Ses bibliothèques, disponibles dans de nombreux langages, les vérifient.",
      "Répondez par un statut 2xx dans les 15 secondes, et traitez l’événement ensuite. Après toute autre réponse, il revient, dix fois en trois jours environ. 410 met le point de terminaison en pause.",
      "Un événement peut arriver plusieurs fois, toujours avec le même `webhook-id`. Les événements peuvent arriver dans un autre ordre que celui où ils se sont produits.",
      "Après un changement de secret, les deux secrets signent pendant 24 heures : acceptez un webhook si l’une de ses signatures est juste.",
    ],
    tells: {
      "user.registered": "Quelqu’un s’est inscrit",
      "deposit.credited": "Un dépôt est sur le solde de son utilisateur",
      "withdrawal.asked": "Un utilisateur demande un retrait, et le montant est retenu",
      "withdrawal.decided": "Un retrait a été approuvé ou rejeté",
      "withdrawal.ended": "Un retrait a été payé, ou le montant est revenu sur le solde",
      "position.settled": "Une position a été gagnée, perdue, vendue ou clôturée avant l’échéance",
      "attention.raised": "Un point de la liste « À traiter » attend une décision, ou y a changé",
      "webhook.test": "Un test envoyé par un administrateur",
    },
    check: "Cette fonction vérifie un webhook. Nos tests l’exécutent contre un vrai serveur.",
  },

  calls: {
    title: "Appels",
    text: "Ces appels acceptent une clé. La description OpenAPI donne les paramètres de chacun, sa réponse et chaque refus.",
    call: "Appel",
    scope: "Autorisation",
    openApi: "Description OpenAPI",
    json: "en JSON",
  },

  examples: {
    title: "Exemples",
    text: "Nos tests exécutent ces programmes contre un vrai serveur. Le dernier n’a besoin que de la bibliothèque standard de Python. Les autres utilisent le client typé du dossier `packages/client`, dans le code source de cette plateforme ; son README explique comment l’installer.",
    bot: "Un robot qui trade dans le bac à sable",
    statements: "Lire le relevé",
    receipts: "Vérifier chaque reçu",
    python: "Un ordre en Python",
  },
};
