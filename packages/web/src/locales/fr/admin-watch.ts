import { counted } from "../plural.ts";
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
  reason: (reason) => `Raison : ${reason}`,
  sendAgain: "Renvoyer",
  sendAgainOf: (notice) => `Renvoyer\u00a0: ${notice}`,
  sentAgain: "Nouvel envoi en cours",
  failed: "Le message n’a pas pu être renvoyé",
  more: (count) => `Et ${count} de plus`,
  kinds: {
    password_changed: "Mot de passe modifié",
    password_reset: "Mot de passe réinitialisé",
    withdrawal_code_created: "Code de retrait créé",
    withdrawal_code_replaced: "Code de retrait modifié",
    withdrawal_address_saved: "Adresse de retrait enregistrée",
    passkey_added: "Clé d’accès ajoutée",
    passkey_removed: "Clé d’accès supprimée",
    two_step_enabled: "Deux étapes activées",
    two_step_disabled: "Deux étapes désactivées",
    signed_in_anew: "Nouvelle connexion",
    rights_granted: "Nouveaux droits",
    reset_asked: "Mot de passe oublié",
    reset_link: "Lien pour un nouveau mot de passe",
    withdrawal_asked: "Retrait demandé",
    withdrawal_approved: "Retrait approuvé",
    withdrawal_rejected: "Retrait refusé",
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
  secondFactor:
    "Votre compte ne demande qu’un mot de passe. Ajoutez dès maintenant une seconde étape : une application sur votre téléphone, ou une clé d’accès.",
  readiness: {
    title: "Avant l’argent réel",
    sandbox:
      "Ceci est un bac à sable : les dépôts sont simulés, rien n’est versé, et chaque solde est de l’argent fictif.",
    real: "Cette installation détient de l’argent réel.",
    set: "Réglé",
    missing: "Manquant",
    where:
      "Les réglages sont des variables d’environnement, lues au démarrage ; docs/configuration.md explique chacune. Vendre de telles positions au public exige une licence dans de nombreux pays : consultez d’abord un avocat.",
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
        what: "Quelqu’un qui est réveillé en cas de panne",
        how: "Réglez METRICS_TOKEN et laissez Prometheus lire /metrics ; ops/ contient les alertes.",
      },
    },
  },
};
