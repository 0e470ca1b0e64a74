import { counted } from "@veritick/contract/plural.ts";
import type { AdminMessages } from "../messages.ts";

export const unsent: AdminMessages["unsent"] = {
  title: "Pas encore envoyés",
  intro:
    "Le serveur n’a pas pu envoyer ces e-mails et notifications. Il réessaie pendant plusieurs heures, puis abandonne. S’ils sont nombreux, vérifiez le serveur de messagerie.",
  waiting: "Sera renvoyé",
  givenUp: "Abandonné",
  user: "Utilisateur",
  channels: { mail: "E-mail", push: "Notification" },
  tries: (count) => counted.fr(count, "essai", "essais"),
  next: "prochain essai",
  reason: (reason) => `Motif : ${reason}`,
  sendAgain: "Renvoyer",
  sendAgainOf: (notice) => `Renvoyer\u00a0: ${notice}`,
  sentAgain: "Nouvel envoi en cours",
  failed: "Le message n’a pas pu être renvoyé",
  more: (count) => `Et ${count} de plus`,
  kinds: {
    password_changed: "Mot de passe modifié",
    password_reset: "Mot de passe réinitialisé",
    withdrawal_code_created: "Code de retrait créé",
    withdrawal_code_reset: "Code de retrait réinitialisé",
    withdrawal_address_saved: "Adresse de retrait enregistrée",
    saved_addresses_only_disabled: "Retraits autorisés vers toute adresse",
    mail_phrase_changed: "Phrase anti-hameçonnage modifiée",
    passkey_added: "Clé d’accès ajoutée",
    passkey_removed: "Clé d’accès supprimée",
    api_key_created: "Clé API créée",
    data_exported: "Données téléchargées",
    two_step_enabled: "Double authentification activée",
    two_step_disabled: "Double authentification désactivée",
    signed_in_anew: "Nouvelle connexion",
    rights_granted: "Nouveaux droits",
    limit_loosened: "Limite assouplie",
    reset_asked: "Mot de passe oublié",
    reset_link: "Lien pour un nouveau mot de passe",
    own_account_closed: "Compte fermé",
    closing_scheduled: "Fermeture programmée",
    closing_refused: "Compte non fermé",
    long_break_begun: "Longue pause",
    deposit_rejected: "Dépôt rejeté",
    withdrawal_asked: "Retrait demandé",
    withdrawal_approved: "Retrait approuvé",
    withdrawal_rejected: "Retrait rejeté",
    withdrawal_failed: "Retrait non versé",
    withdrawal_paid: "Retrait versé",
    positions_ended: "Positions terminées",
  },
};

/** Users whose trading may harm them. */
export const care: AdminMessages["care"] = {
  title: "Protection des clients",
  intro:
    "Ces utilisateurs présentent des signes de jeu excessif. Examinez leur activité et contactez-les. Eux seuls peuvent modifier leurs limites.",
  people: "Utilisateurs à contacter",
  signs: {
    reached: "Limite atteinte",
    chasing: "Cherche à se refaire",
    near: "Proche d’une limite",
    nights: "Ordres de nuit",
    raised: "Limite plus haute demandée",
  },
  limitUsed: (share, limit) => `${limit} : ${share} utilisés.`,
  chases: (count) =>
    `${counted.fr(count, "mise au moins doublée", "mises au moins doublées")} dans les 5 minutes après une perte, en 7 jours.`,
  nights: (count) =>
    `Ordres passés entre minuit et 5 h, heure locale, ${counted.fr(count, "nuit", "nuits")} sur les 14 dernières.`,
  raised: (moment) => `A demandé une limite plus haute le ${moment}.`,
  paused: "En pause",
  seen: "Dernier signe",
  note: "Ajouter une note",
  noteOf: (email) => `Ajouter une note sur ${email}`,
  empty: {
    title: "Aucun signe de jeu excessif",
    hint: "Un utilisateur figure ici s’il cherche à se refaire, passe des ordres la nuit, approche d’une limite ou en demande une plus haute.",
  },
};

export const installation: AdminMessages["installation"] = {
  title: "Installation",
  version: (number) => `Version ${number}`,
  secondFactor:
    "Seul un mot de passe protège votre compte. Configurez dès maintenant la double authentification : ajoutez une application d’authentification ou une clé d’accès.",
  collationChanged:
    "Depuis une mise à jour de sa machine, la base de données trie les textes autrement : des lignes peuvent manquer dans ses index. Reconstruisez-les : voir « The collation of the database has changed » dans le guide d’exploitation.",
  settings: {
    title: "Réglages",
    intro:
      "Les changements s’appliquent en quelques secondes, ceux de l’avantage de la maison et des frais de revente environ un jour plus tard. Ils survivent à un redémarrage. Chacun est consigné dans le journal d’audit. La maintenance s’active et se termine depuis la vue d’ensemble.",
    change: "Modifier",
    changeOf: (setting) => `Modifier : ${setting}`,
    changed: "Modifié ici",
    reset: "Annuler",
    resetOf: (setting) => `Annuler le changement : ${setting}`,
    resetTitle: (setting) => `Annuler le changement de « ${setting} » ?`,
    resetText: "La valeur définie au démarrage du serveur s’appliquera de nouveau :",
    field: "Nouvelle valeur",
    variable: "Le serveur démarre avec la valeur de",
    save: "Enregistrer",
    saved: "Réglage modifié",
    failed: "Le réglage n’a pas pu être modifié",
    holdsFrom: (moment) =>
      `Il s’applique aux positions ouvertes à partir du ${moment}. Les conditions antérieures ne peuvent plus changer.`,
    stillHolds: (now, moment) => `${now} s’applique jusqu’au ${moment}.`,
    awaits: (value) => `En attente de double validation : ${value}`,
    proposed: "En attente de double validation",
    proposedBody: "Voir « En attente de double validation » dans la vue d’ensemble.",
    none: "Aucun",
    never: "Aucune double validation",
    registration: { open: "Ouverte à tous", invite: "Sur invitation", closed: "Fermée" },
    changes: "Changements de réglages",
    noChanges: "Aucun réglage n’a encore été modifié.",
    allChanges: "Tous les changements",
    fixed: "Défini au démarrage du serveur",
    fixedIntro:
      "Le serveur lit ces variables d’environnement à son démarrage. docs/configuration.md les explique toutes. Les valeurs qui peuvent contenir un secret ne sont pas affichées.",
    fixedOpen: (count) => `Afficher ${counted.fr(count, "variable", "variables")}`,
    hidden: "Définie, non affichée",
    unset: "Non définie",
    names: {
      SUPPORT_CHAT_URL: {
        label: "Lien vers l’assistance",
        hint: "Une adresse https. Laissez vide pour ne rien afficher.",
      },
      HELP_LINKS: {
        label: "Aide contre le jeu excessif",
        hint: "Une liste de « titre=adresse » (adresses https), séparés par des virgules. Laissez vide pour ne rien afficher.",
      },
      HOUSE_EDGE: {
        label: "Avantage de la maison",
        hint: "La part moyenne de chaque mise qui revient à la plateforme, de 0,01 à 0,2 (0,05 vaut 5 %). Un changement s’applique environ un jour plus tard.",
      },
      SELL_FEE: {
        label: "Frais de revente",
        hint: "Une part de la valeur revendue, de 0 à 0,1 (0,01 vaut 1 %). Un changement s’applique environ un jour plus tard.",
      },
      FOUR_EYES_ABOVE: {
        label: "Double validation au-delà de",
        hint: "Un montant en USDMS, ou none pour aucun. L’augmenter ou le supprimer exige une double validation.",
      },
      LIMIT_REGISTRATIONS_PER_HOUR: {
        label: "Tentatives d’inscription depuis une adresse IP par heure",
        hint: "Un nombre entier de 1 à 10 000.",
      },
      LIMIT_FAILED_LOGINS_PER_ACCOUNT: {
        label: "Mots de passe incorrects pour un compte en 15 minutes",
        hint: "Un nombre entier de 1 à 100. S’il y a au moins deux administrateurs, l’augmenter exige une double validation.",
      },
      LIMIT_FAILED_LOGINS_PER_ADDRESS: {
        label: "Mots de passe incorrects depuis une adresse IP en 15 minutes",
        hint: "Un nombre entier de 1 à 10 000. S’il y a au moins deux administrateurs, l’augmenter exige une double validation.",
      },
      LIMIT_LOGINS_PER_ACCOUNT: {
        label: "Mots de passe corrects pour un compte en 15 minutes",
        hint: "Un nombre entier de 10 à 10 000. Une double authentification compte deux fois. S’il y a au moins deux administrateurs, l’augmenter exige une double validation.",
      },
      LIMIT_CALLS_PER_SECOND: {
        label: "Appels d’une session par seconde, en moyenne",
        hint: "Un nombre entier de 5 à 10 000. Une valeur basse ralentit tous les utilisateurs connectés.",
      },
      LIMIT_CALL_BURST: {
        label: "Appels d’une session à la fois",
        hint: "Un nombre entier de 50 à 100 000. Une valeur basse ralentit tous les utilisateurs connectés.",
      },
      LIMIT_SOCKETS_PER_USER: {
        label: "Connexions en direct d’un utilisateur",
        hint: "Un nombre entier de 1 à 1 000.",
      },
      LIMIT_DEPOSITS_PER_USER: {
        label: "Dépôts créés par un utilisateur en 24 heures",
        hint: "Un nombre entier de 1 à 1 000. S’il y a au moins deux administrateurs, l’augmenter exige une double validation.",
      },
      LIMIT_DEPOSITS_PER_ADDRESS: {
        label: "Dépôts créés depuis une adresse IP en 24 heures",
        hint: "Un nombre entier de 1 à 10 000. S’il y a au moins deux administrateurs, l’augmenter exige une double validation.",
      },
      AUTO_APPROVE_BELOW: {
        label: "Approuver automatiquement les retraits inférieurs à",
        hint: "Un montant en USDMS, ou none pour aucun. La règle approuve les retraits inférieurs vers une adresse déjà utilisée. Un seul administrateur peut réduire le montant, ou arrêter aussitôt la règle avec none. L’augmenter exige une double validation.",
      },
      AUTO_APPROVE_PER_DAY: {
        label: "Approuver automatiquement en 24 heures, au plus",
        hint: "Le total en USDMS que la règle peut approuver en 24 heures, ou none pour aucun. La règle a besoin des deux montants. L’augmenter exige une double validation.",
      },
      REGISTRATION: {
        label: "Inscription",
        hint: "Les titulaires d’un compte peuvent toujours se connecter. Un seul administrateur peut modifier ce réglage.",
      },
      LEGAL_LINKS: {
        label: "Pages légales",
        hint: "Une liste de « titre=adresse » (adresses https), séparés par des virgules. Avec « en » ou « fr » et deux-points avant le titre, un lien s’adresse aux lecteurs de cette langue. Laissez vide pour ne rien afficher.",
      },
      TERMS_VERSION: {
        label: "Version des conditions d’utilisation",
        hint: "Un texte court, par exemple 2026-11-01. Tous les utilisateurs doivent accepter les conditions, et de nouveau après chaque changement. Il faut un lien dans « Pages légales ». Laissez vide pour ne rien demander.",
      },
    },
  },
  readiness: {
    title: "Avant de passer en argent réel",
    sandbox:
      "Ceci est un bac à sable : les dépôts sont simulés, rien n’est versé, et tous les soldes sont fictifs.",
    real: "Cette installation détient de l’argent réel.",
    set: "Configuré",
    missing: "Manquant",
    where:
      "Le serveur lit ces variables d’environnement à son démarrage. docs/configuration.md les explique toutes. Dans de nombreux pays, il faut une licence pour proposer de telles positions au public : consultez d’abord un avocat.",
    needs: {
      payments: {
        what: "Un prestataire de paiement",
        how: "Définissez PAYMENT_PROVIDER=nowpayments et les clés NOWPAYMENTS_…, sur une base de données neuve et vide.",
      },
      address: {
        what: "Une adresse publique chiffrée",
        how: "Définissez PUBLIC_URL : l’adresse https de ce site.",
      },
      beacon: {
        what: "Une balise d’aléa publique",
        how: "Définissez BEACON=quicknet. Aucun exploitant ne connaît ses valeurs aléatoires à l’avance.",
      },
      database: {
        what: "Votre propre PostgreSQL, avec des sauvegardes",
        how: "Définissez DATABASE_URL, et lancez npm run backup toutes les heures.",
      },
      mail: {
        what: "Un serveur de messagerie",
        how: "Définissez SMTP_URL, afin que les utilisateurs reçoivent des e-mails sur leur compte.",
      },
      fourEyes: {
        what: "La double validation des gros montants",
        how: "Définissez FOUR_EYES_ABOVE : le montant au-delà duquel une décision exige une double validation.",
      },
      metrics: {
        what: "Des alertes en cas de panne",
        how: "Définissez METRICS_TOKEN et laissez Prometheus lire /metrics. Les alertes se trouvent dans ops/.",
      },
      chat: {
        what: "Un groupe de discussion où les utilisateurs trouvent de l’aide",
        how: "Renseignez le lien vers l’assistance plus bas. Il apparaît alors sur chaque page.",
      },
    },
  },
};

export const userKeys: AdminMessages["userKeys"] = {
  title: "Clés API",
  text: "Les programmes qui utilisent cette clé sont aussitôt refusés, et leurs connexions en direct prennent fin. L’utilisateur le voit sous « Activité de sécurité ».",
  revoke: "Révoquer",
  revokeOf: (name) => `Révoquer ${name}`,
  revokeTitle: (name) => `Révoquer ${name}\u00a0?`,
  revoked: "Clé révoquée",
  failed: "La clé n’a pas pu être révoquée",
};
