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
      key: "Dans votre profil, sous Clés API, créez une clé qui permet de lire et de passer des ordres. Elle n’est affichée qu’une fois.",
      call: "Envoyez-la avec chaque appel. Avec la clé dans `VERITICK_KEY`, celui-ci lit votre solde :",
      order: "Celui-ci achète pour une minute, à la fin du bloc de trois secondes en cours :",
    },
    profile: "Ouvrir le profil",
    own: "Donnez à chaque ordre sa propre `Idempotency-Key`. Si vous renvoyez `order-1`, vous recevez la réponse du premier ordre et rien n’est acheté.",
    answer:
      "La réponse donne la seconde et le prix d’exécution de l’ordre. Les deux sont définitifs. Dans la dernière demi-seconde d’un bloc, un ordre attend le suivant : une réponse peut donc prendre jusqu’à trois secondes.",
    sell: "`POST /api/trading/positions/{id}/sell` revend une position ouverte. `minProceeds` est le montant minimal que vous acceptez, en texte avec deux décimales. En dessous de ce montant, rien n’est revendu : la réponse est 409 `price_moved`, et `proceeds` y indique le montant que vous recevriez.",
  },

  keys: {
    title: "Clés",
    text: "Une clé ne permet que ce que prévoient ses autorisations. Aucune clé ne permet de retirer, de se connecter, de modifier la sécurité ni d’utiliser l’administration.",
    scope: "Autorisation",
    allows: "Permet",
    scopes: {
      read: "Solde, positions, reçus, relevé de compte, résultats, limites, messages en direct",
      trade: "D’ouvrir et de revendre des positions",
      account: "« Gérer » dans le profil : de fixer des limites, de faire une pause et de lancer un dépôt",
      any: "Les données publiques, avec ou sans clé",
    },
    facts: [
      "Une clé se place dans l’en-tête `Authorization`, après `Bearer`. Le serveur ignore alors les cookies.",
      "Une clé peut être liée à des adresses IP et à des réseaux, et peut expirer.",
      "Révoquer une clé met aussitôt fin à ses connexions en direct. « Tout déconnecter » révoque toutes les clés, de même qu’un nouveau mot de passe, une nouvelle application d’authentification, une première clé d’accès sans application et la suppression d’une clé d’accès.",
      "Un compte a au plus 20 clés.",
    ],
  },

  signIn: {
    title: "Se connecter",
    text: "Les programmes utilisent une clé. Pour les appels qu’aucune clé ne permet, un programme se connecte comme son propriétaire : il envoie `email` et `password` à `POST /api/auth/login` et garde le cookie.",
    facts: [
      "Si la double authentification est activée, envoyez aussi `twoStepCode` : un code de l’application ou un code de secours. Chacun ne sert qu’une fois. Les clés d’accès exigent un navigateur.",
      "La connexion, la réauthentification et tout changement qui met fin aux autres sessions donnent chacun un nouveau cookie. Gardez le dernier.",
      "401 `not_signed_in` : il n’y a pas de session, ou elle est terminée. Reconnectez-vous.",
      "403 `step_up_required` : envoyez `password` ou `code` à `POST /api/profile/step-up`, puis répétez l’appel.",
    ],
  },

  repeat: {
    title: "Répéter sans risque",
    text: "Les ordres, les reventes et les dépôts acceptent l’en-tête `Idempotency-Key` : de 1 à 200 caractères visibles de votre choix. Sans réponse, renvoyez la même requête avec la même clé : elle n’a qu’un effet.",
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
    refusal: "Un refus n’est pas enregistré : vous pouvez renvoyer la requête avec la même clé.",
    late: "Les ordres et les reventes acceptent aussi `notAfterTick`, une seconde du temps Unix. Une requête qui serait exécutée à une seconde ultérieure est refusée avec 409 `not_after_passed`, et n’est jamais exécutée en retard. Un corps qui contient un champ inconnu de l’appel est refusé avec 400 `field_unknown` : un `notAfterTick` mal écrit ne déclenche donc aucun ordre.",
  },

  errors: {
    title: "Erreurs",
    text: "Chaque erreur a cette forme. Traitez les erreurs d’après leur code. Le message est destiné aux personnes, dans la langue de l’en-tête `Accept-Language`.",
    again: "Après 429 et 503, attendez le nombre de secondes indiqué par `Retry-After`.",
    all: (count) => `Les ${count} codes`,
    code: "Code",
    status: "Statut",
    meaning: "Sens",
  },

  limits: {
    title: "Limites",
    facts: [
      "Une clé permet 50 appels par seconde, avec des pointes de 200, sauf si l’exploitant a fixé d’autres nombres. Toutes les clés d’un compte ensemble en permettent le double.",
      "Le serveur traite quatre appels d’un compte à la fois. Les autres attendent.",
      "Un corps fait au plus 64 Kio.",
      "Un compte a autant de connexions en direct que l’exploitant le permet, navigateurs et programmes ensemble.",
    ],
  },

  lists: {
    title: "Listes",
    facts: [
      "Une liste commence par le plus récent. Elle contient tout ce qui est encore ouvert, et les 100 derniers autres.",
      "`before=<id>` et `limit=` demandent les plus anciens, 200 au plus. Le relevé de compte prend l’identifiant d’une transaction, et une limite de 500 au plus.",
      "Une liste porte un `ETag`. Renvoyez-le dans `If-None-Match` : si la liste est inchangée, la réponse est 304.",
      "Les montants et les prix sont des nombres décimaux en texte, avec huit chiffres après le point. Un tick est une seconde entière du temps Unix. Les heures sont en UTC.",
    ],
  },

  live: {
    title: "Messages en direct",
    text: "`GET /api/ws-token` donne un jeton qui sert une fois, dans la minute. Ouvrez un WebSocket à `/ws`, avec ce jeton comme paramètre `token`. Vous n’avez rien à envoyer.",
    gap: "Un message peut se perdre avec sa connexion. Reconnectez-vous, puis relisez vos listes. Le serveur ferme une connexion qui ne lit plus ses messages, ou qui envoie plus de cinq trames par seconde.",
    tells: {
      price: "Le prix de la seconde qui vient de commencer",
      beacon: "Chaque seconde tant qu’aucun prix ne peut être affiché, avec la raison",
      balanceUpdate: "Votre nouveau solde",
      positionResolved: "Une de vos positions, réglée, revendue ou clôturée avant l’échéance",
      depositUpdate: "Un de vos dépôts qui a changé",
      withdrawalUpdate: "Un de vos retraits qui a changé",
      securityEvent: "Un événement de sécurité de votre compte (sessions seulement)",
      maintenance: "Une maintenance a commencé, est terminée ou a un nouveau message",
      adminUpdate: "Une liste de l’administration a changé (sessions de l’équipe seulement)",
    },
  },

  webhooks: {
    title: "Webhooks",
    text: "Pour l’exploitant de ce site : vos propres systèmes reçoivent les événements par des requêtes POST. Un administrateur ajoute l’adresse sous Administration → Installation → Webhooks, choisit les événements et reçoit le secret une seule fois.",
    facts: [
      "Les signatures suivent Standard Webhooks : les en-têtes `webhook-id`, `webhook-timestamp` et `webhook-signature`, et un secret qui commence par `whsec_`. Ses bibliothèques, disponibles dans de nombreux langages, les vérifient.",
      "Répondez par un statut 2xx dans les 15 secondes, et traitez l’événement ensuite. Après toute autre réponse, il est renvoyé, dix fois en trois jours environ. 410 met le point de terminaison en pause.",
      "Un événement peut arriver plusieurs fois, toujours avec le même `webhook-id`. Les événements peuvent arriver dans un autre ordre que celui où ils se sont produits.",
      "Après un changement de secret, les deux secrets signent pendant 24 heures. Acceptez un webhook si l’une de ses signatures est correcte.",
    ],
    tells: {
      "user.registered": "Un utilisateur s’est inscrit",
      "deposit.credited": "Un dépôt a été crédité sur le solde de son utilisateur",
      "withdrawal.asked": "Un utilisateur a demandé un retrait, et le montant a été débité",
      "withdrawal.decided": "Un retrait a été approuvé ou rejeté",
      "withdrawal.ended": "Un retrait a été versé, ou le montant a été remboursé",
      "position.settled": "Une position a été gagnée, perdue, revendue ou clôturée avant l’échéance",
      "attention.raised": "Un élément de « À traiter » a été ajouté ou a changé",
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
    bot: "Un robot qui passe des ordres dans le bac à sable",
    statements: "Lire le relevé de compte",
    receipts: "Vérifier chaque reçu",
    python: "Un ordre en Python",
  },
};
