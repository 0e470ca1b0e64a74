import type { Messages } from "../messages.ts";

export const wallet: Messages["wallet"] = {
  balance: "Solde",
  usd: (amount) => `≈ ${amount} $`,
  deposit: "Déposer",
  status: {
    pending: "En attente",
    confirming: "En confirmation",
    confirmed: "Confirmé",
    failed: "Échoué",
  },
  form: {
    title: "Dépôt",
    description: "Vous payez en USDT sur le réseau TRON (TRC20). 1 USDT donne 1 USDMS.",
    amount: "Montant",
    minimum: "Au moins 15 USDMS",
    submit: "Continuer",
    pending: "Demande d’une adresse…",
    invalid: "Montant invalide",
    minimumMissed: "Le montant minimum de dépôt est 15 USDMS",
    failed: "Impossible de créer le dépôt",
  },
  sandbox: {
    title: "Ceci est un bac à sable. N’envoyez rien.",
    body: "Aucun argent réel ne circule ici : l’adresse est fictive et tout envoi serait perdu.",
    confirms: (seconds) =>
      seconds === null
        ? "Un administrateur confirme le dépôt."
        : `Le dépôt se confirme de lui-même en ${seconds} secondes environ.`,
  },
  awaiting: {
    title: "En attente du paiement",
    address: "Payer à cette adresse",
    payAmount: "Montant à payer",
    credited: "Crédité sur votre solde",
    network: "Uniquement des USDT sur TRON (TRC20). Une autre monnaie ou un autre réseau serait perdu.",
    time: "La confirmation prend 3-5 minutes. Vous pouvez fermer cette fenêtre ; le dépôt continue.",
    sandboxTime: "Un vrai paiement prend 3-5 minutes. Vous pouvez fermer cette fenêtre ; le dépôt continue.",
    qr: "QR code de l’adresse",
    copyAddress: "Copier l’adresse",
    copyAmount: "Copier le montant",
    noAddress: "L’adresse est en préparation.",
    done: "Terminé",
  },
  live: {
    pending: { title: "En attente de votre paiement", body: "Cet affichage change tout seul à son arrivée." },
    confirming: { title: "Paiement vu", body: "Le réseau est en train de le confirmer." },
    confirmed: { title: "Confirmé", body: "Le montant est sur votre solde." },
    failed: { title: "Ce dépôt a échoué", body: "Rien n’a été crédité. Vous pouvez en créer un autre." },
  },
};
