import { counted } from "../plural.ts";
import type { AdminMessages } from "../messages.ts";

export const search: AdminMessages["search"] = {
  button: "Rechercher",
  key: "Ctrl K",
  title: "Recherche",
  label: "E-mail, identifiant, adresse ou transaction",
  hint: "Une partie d’adresse e-mail, ou un identifiant, une adresse, un hash de transaction, un identifiant de paiement ou de versement en entier.",
  looking: "Recherche en cours…",
  nothing: "Rien trouvé. Une partie d’e-mail suffit ; tout le reste doit être entier.",
  found: (count) => counted.fr(count, "résultat", "résultats"),
  first: (count) => `Les ${count} premiers résultats. Il peut y en avoir d’autres : précisez la recherche.`,
  failed: "La recherche a échoué. Réessayez.",
  results: "Résultats",
  nobody: "Utilisateur inconnu",
  sought: "Ce que vous avez cherché",
  closed: "C’est déjà clos.",
  further: "C’est encore ouvert. La liste ci-dessous ne l’affiche pas encore.",
  gone: "Plus rien ne porte cet identifiant.",
  kinds: {
    user: "Utilisateur",
    deposit: "Dépôt",
    withdrawal: "Retrait",
    position: "Position",
    attention: "À traiter",
    proposal: "Proposition",
  },
  statuses: {
    open: "En cours",
    decided: "Décidé",
    agreed: "Acceptée",
    declined: "Refusée",
    lapsed: "Caduque",
  },
};

export const timeline: AdminMessages["timeline"] = {
  label: "Chronologie",
  kinds: {
    position: "Position",
    deposit: "Dépôt",
    withdrawal: "Retrait",
    security: "Compte",
    note: "Note",
    audit: "Administration",
  },
  from: (address) => `depuis ${address}`,
  by: (email) => `par ${email}`,
  credited: (amount) => `${amount} USDMS crédités`,
  net: (amount) => `${amount} USDT nets`,
  empty: { title: "Rien pour l’instant", hint: "Tout ce qui arrive à ce compte apparaît ici." },
};
