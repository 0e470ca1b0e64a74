import { counted } from "@veritick/contract/plural.ts";
import type { AdminMessages } from "../messages.ts";

export const unsent: AdminMessages["unsent"] = {
  title: "Pas encore envoyés",
  intro:
    "Ces e-mails et notifications n’ont pas pu être envoyés. Ils sont retentés pendant plusieurs heures, puis abandonnés. S’ils sont nombreux, le serveur de messagerie ne fonctionne pas.",
  waiting: "Sera retenté",
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
    saved_addresses_only_disabled: "Adresses enregistrées uniquement : désactivé",
    mail_phrase_changed: "Phrase anti-hameçonnage modifiée",
    passkey_added: "Clé d’accès ajoutée",
    passkey_removed: "Clé d’accès supprimée",
    api_key_created: "Clé API créée",
    data_exported: "Données téléchargées",
    two_step_enabled: "Deux étapes activées",
    two_step_disabled: "Deux étapes désactivées",
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
    withdrawal_failed: "Retrait non payé",
    withdrawal_paid: "Retrait payé",
    positions_ended: "Positions terminées",
  },
};

/** Les personnes à qui le trading peut nuire. */
export const care: AdminMessages["care"] = {
  title: "Suivi des personnes",
  intro:
    "Le trading de ces personnes montre des signes de danger. Un signe invite à regarder et à parler, ce n’est pas un verdict. Vous ne pouvez modifier les limites de personne.",
  people: "Personnes à suivre",
  signs: {
    reached: "Limite atteinte",
    chasing: "Court après ses pertes",
    near: "Proche d’une limite",
    nights: "Trade la nuit",
    raised: "Veut une limite plus haute",
  },
  limitUsed: (share, limit) => `${limit} : ${share} utilisés.`,
  chases: (count) =>
    `${counted.fr(count, "mise au moins doublée", "mises au moins doublées")} dans les 5 minutes après une perte, en 7 jours.`,
  nights: (count) =>
    `A tradé entre minuit et cinq heures, à son heure, ${counted.fr(count, "nuit", "nuits")} sur les 14 dernières.`,
  raised: (moment) => `A demandé une limite plus large le ${moment}.`,
  paused: "En pause",
  seen: "Dernier signe",
  note: "Ajouter une note",
  noteOf: (email) => `Ajouter une note sur ${email}`,
  empty: {
    title: "Aucun signe de danger",
    hint: "Apparaissent ici les personnes qui courent après leurs pertes, tradent la nuit, approchent d’une limite ou en demandent une plus large.",
  },
};

export const installation: AdminMessages["installation"] = {
  title: "Installation",
  version: (number) => `Version ${number}`,
  secondFactor:
    "Seul un mot de passe protège votre compte. Ajoutez dès maintenant une deuxième étape : une application sur votre téléphone, ou une clé d’accès.",
  collationChanged:
    "Depuis une mise à jour de sa machine, la base de données trie les textes autrement : ses index peuvent manquer des lignes. Le guide d’exploitation explique comment les reconstruire (« The collation of the database has changed »).",
  settings: {
    title: "Réglages",
    intro:
      "Les changements s’appliquent en quelques secondes à tous les processus et survivent à un redémarrage. Chacun est conservé dans le journal. La maintenance se lance et se termine depuis la vue d’ensemble.",
    change: "Modifier",
    changeOf: (setting) => `Modifier : ${setting}`,
    changed: "Modifié ici",
    reset: "Annuler",
    resetOf: (setting) => `Annuler le changement : ${setting}`,
    resetTitle: (setting) => `Annuler le changement de « ${setting} » ?`,
    resetText: "La valeur du démarrage du serveur s’appliquera de nouveau :",
    field: "Nouvelle valeur",
    variable: "Le serveur démarre avec la valeur de",
    save: "Enregistrer",
    saved: "Réglage modifié",
    failed: "Le réglage n’a pas pu être modifié",
    holdsFrom: (moment) =>
      `Il s’applique aux positions ouvertes à partir du ${moment}. Les conditions jusque-là sont déjà promises.`,
    stillHolds: (now, moment) => `${now} s’applique jusqu’au ${moment}, comme promis.`,
    awaits: (value) => `Attend l’accord d’un second administrateur : ${value}`,
    proposed: "En attente d’un second administrateur",
    proposedBody:
      "La demande se trouve dans la vue d’ensemble, parmi les décisions qui attendent un second administrateur.",
    none: "Aucun",
    never: "Une personne décide",
    registration: { open: "Tout le monde", invite: "Les personnes invitées", closed: "Personne" },
    changes: "Changements de réglages",
    noChanges: "Aucun réglage n’a encore été modifié.",
    allChanges: "Tous les changements",
    fixed: "Réglé au démarrage du serveur",
    fixedIntro:
      "Ce sont des variables d’environnement, lues au démarrage ; docs/configuration.md explique chacune. Les valeurs qui peuvent contenir un secret ne sont pas affichées.",
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
        hint: "Une liste de « titre=adresse », séparés par des virgules ; les adresses sont en https. Laissez vide pour ne rien afficher.",
      },
      HOUSE_EDGE: {
        label: "Avantage de la maison",
        hint: "La part moyenne de la maison sur chaque mise, de 0,01 à 0,2. 0,05 vaut 5 %. Un changement s’applique environ un jour plus tard.",
      },
      SELL_FEE: {
        label: "Frais de revente",
        hint: "Une part de la valeur revendue, de 0 à 0,1. 0,01 vaut 1 %. Un changement s’applique environ un jour plus tard.",
      },
      FOUR_EYES_ABOVE: {
        label: "Deux personnes décident au-delà de",
        hint: "Un montant en USDMS, ou none pour aucun. Pour l’augmenter ou le supprimer, un second administrateur doit donner son accord.",
      },
      LIMIT_REGISTRATIONS_PER_HOUR: {
        label: "Inscriptions tentées depuis une adresse par heure",
        hint: "Un nombre entier de 1 à 10 000.",
      },
      LIMIT_FAILED_LOGINS_PER_ACCOUNT: {
        label: "Mots de passe incorrects pour un compte en 15 minutes",
        hint: "Un nombre entier de 1 à 100. Pour l’augmenter, il faut l’accord d’un deuxième administrateur, s’il y en a un.",
      },
      LIMIT_FAILED_LOGINS_PER_ADDRESS: {
        label: "Mots de passe incorrects depuis une adresse en 15 minutes",
        hint: "Un nombre entier de 1 à 10 000. Pour l’augmenter, il faut l’accord d’un deuxième administrateur, s’il y en a un.",
      },
      LIMIT_LOGINS_PER_ACCOUNT: {
        label: "Mots de passe corrects pour un compte en 15 minutes",
        hint: "Un nombre entier de 10 à 10 000. Une connexion avec une deuxième étape compte deux fois. Pour l’augmenter, il faut l’accord d’un deuxième administrateur, s’il y en a un.",
      },
      LIMIT_CALLS_PER_SECOND: {
        label: "Appels d’une session par seconde, en moyenne",
        hint: "Un nombre entier de 5 à 10 000. Une valeur basse gêne toutes les personnes connectées.",
      },
      LIMIT_CALL_BURST: {
        label: "Appels d’une session à la fois",
        hint: "Un nombre entier de 50 à 100 000. Une valeur basse gêne toutes les personnes connectées.",
      },
      LIMIT_SOCKETS_PER_USER: {
        label: "Connexions en direct d’un utilisateur",
        hint: "Un nombre entier de 1 à 1 000.",
      },
      LIMIT_DEPOSITS_PER_USER: {
        label: "Dépôts commencés par un utilisateur en 24 heures",
        hint: "Un nombre entier de 1 à 1 000. Pour l’augmenter, il faut l’accord d’un deuxième administrateur, s’il y en a un.",
      },
      LIMIT_DEPOSITS_PER_ADDRESS: {
        label: "Dépôts commencés depuis une adresse en 24 heures",
        hint: "Un nombre entier de 1 à 10 000. Pour l’augmenter, il faut l’accord d’un deuxième administrateur, s’il y en a un.",
      },
      AUTO_APPROVE_BELOW: {
        label: "La règle approuve les retraits inférieurs à",
        hint: "Un montant en USDMS, ou none pour aucun. La règle approuve les retraits inférieurs vers une adresse déjà utilisée, sans intervention humaine. Un seul administrateur peut le réduire, ou arrêter la règle aussitôt avec none. Pour l’augmenter, un second administrateur doit donner son accord.",
      },
      AUTO_APPROVE_PER_DAY: {
        label: "La règle approuve en 24 heures au plus",
        hint: "La somme de tous les retraits en USDMS, ou none pour aucun. La règle a besoin des deux montants. Pour l’augmenter, un second administrateur doit donner son accord.",
      },
      REGISTRATION: {
        label: "Qui peut s’inscrire",
        hint: "La connexion, le lien de mise en service et les comptes créés sur le serveur restent possibles. Un seul administrateur suffit pour le modifier.",
      },
      LEGAL_LINKS: {
        label: "Pages légales",
        hint: "Une liste de « titre=adresse », séparés par des virgules ; les adresses sont en https. Avec « en » ou « fr » et deux-points avant le titre, un lien s’adresse aux lecteurs de cette langue. Laissez vide pour ne rien afficher.",
      },
      TERMS_VERSION: {
        label: "Version des conditions d’utilisation",
        hint: "Un texte court comme 2026-11-01. Chacun doit l’accepter, et de nouveau quand elle change. Il faut un lien dans les pages légales. Laissez vide pour ne rien demander.",
      },
    },
  },
  readiness: {
    title: "Avant l’argent réel",
    sandbox:
      "Ceci est un bac à sable : les dépôts sont simulés, rien n’est versé, et chaque solde est de l’argent fictif.",
    real: "Cette installation détient de l’argent réel.",
    set: "Configuré",
    missing: "Manquant",
    where:
      "Les noms cités ici sont des variables d’environnement, lues au démarrage ; docs/configuration.md explique chacune. Vendre de telles positions au public exige une licence dans de nombreux pays : consultez d’abord un avocat.",
    needs: {
      payments: {
        what: "Un prestataire de paiement",
        how: "Réglez PAYMENT_PROVIDER sur nowpayments, avec ses clés (NOWPAYMENTS_…). Partez d’une base neuve et vide.",
      },
      address: {
        what: "Une adresse publique chiffrée",
        how: "Réglez PUBLIC_URL sur l’adresse https que les gens utilisent.",
      },
      beacon: {
        what: "Une balise que personne ici ne peut prévoir",
        how: "Réglez BEACON sur quicknet : ses valeurs aléatoires sont publiques, et aucun exploitant ne les connaît d’avance.",
      },
      database: {
        what: "Votre propre PostgreSQL, avec des sauvegardes",
        how: "Réglez DATABASE_URL. npm run backup écrit une sauvegarde ; lancez-le toutes les heures.",
      },
      mail: {
        what: "Un serveur de messagerie",
        how: "Réglez SMTP_URL, pour que chacun apprenne ce qui arrive à son compte.",
      },
      fourEyes: {
        what: "Deux personnes pour les gros montants",
        how: "Réglez FOUR_EYES_ABOVE sur le montant au-delà duquel deux administrateurs décident.",
      },
      metrics: {
        what: "Des alertes qui réveillent quelqu’un en cas de panne",
        how: "Réglez METRICS_TOKEN et laissez Prometheus lire /metrics ; ops/ contient les alertes.",
      },
      chat: {
        what: "Un groupe de discussion où chacun trouve de l’aide",
        how: "Renseignez le lien vers l’assistance plus bas. Il flotte alors sur chaque page.",
      },
    },
  },
};

export const userKeys: AdminMessages["userKeys"] = {
  title: "Clés API",
  text: "Les programmes qui utilisent cette clé sont refusés aussitôt, et leurs connexions en direct prennent fin. L’utilisateur le voit dans ses événements de sécurité.",
  revoke: "Révoquer",
  revokeOf: (name) => `Révoquer ${name}`,
  revokeTitle: (name) => `Révoquer ${name}\u00a0?`,
  revoked: "Clé révoquée",
  failed: "La clé n’a pas pu être révoquée",
};
