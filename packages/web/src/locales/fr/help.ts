import type { DocsMessages } from "../messages.ts";

export const help: DocsMessages["help"] = {
  title: "Aide",
  lead: "Comment déposer et retirer, ce qu’une position peut rapporter, et comment vérifier un résultat.",
  deposit: {
    title: "Déposer",
    steps: [
      "Appuyez sur Déposer dans le tableau de bord et saisissez au moins 15 USDMS.",
      "Envoyez des USDT sur le réseau TRON (TRC20) à l’adresse affichée. Envoyez le montant à payer en un seul paiement.",
      "Attendez 3 à 5 minutes. Le montant figure alors dans votre solde : 1 USDT vaut 1 USDMS. Vous pouvez fermer la fenêtre.",
    ],
    network:
      "Seuls les USDT sur TRON (TRC20) arrivent. Tout envoi par un autre réseau (ERC20, BEP20 ou autre) ou dans une autre monnaie est perdu, et nous ne pouvons pas le récupérer.",
    other: "Si le montant reçu diffère du montant saisi, nous créditons le montant reçu.",
  },
  withdrawal: {
    title: "Retirer",
    steps: [
      "Créez votre code de retrait à 5 chiffres dans le profil. Vous ne pouvez le faire qu’une fois.",
      "Appuyez sur Retirer, puis saisissez le montant (au moins 15 USDMS), l’adresse de votre propre portefeuille TRON et votre code.",
      "Vérifiez ce que vous recevrez : le montant moins les frais. Vous pouvez annuler le retrait tant qu’il n’est pas approuvé.",
    ],
    waits: {
      title: "Pourquoi mon retrait est-il en attente ?",
      facts: [
        "Nous approuvons chaque retrait avant de le verser. La plupart exigent l’accord d’une personne, ce qui peut prendre plus de temps la nuit.",
        "Si ce site filtre les paiements selon les listes de sanctions, l’adresse est d’abord vérifiée.",
        "Les retraits peuvent être suspendus pendant une maintenance. Votre solde ne change pas.",
      ],
      held: (hours) =>
        `Après une modification de la sécurité de votre compte (mot de passe, adresse e-mail, clés d’accès, double authentification, code de retrait ou adresses enregistrées), les retraits sont temporairement suspendus pendant ${hours} h. Cela protège votre argent si une autre personne accède à votre compte.`,
      status:
        "L’historique du tableau de bord indique le statut. Si un retrait échoue, le montant total est recrédité sur votre solde.",
    },
  },
  position: {
    title: "Barrière et probabilité de gain",
    facts: [
      "Un achat gagne si le prix à l’échéance est à la barrière ou au-dessus. Une vente gagne s’il est à la barrière ou en dessous. Le parcours du prix avant l’échéance ne compte pas.",
      "Vous voyez la barrière avant de confirmer. Elle suit le prix jusqu’à l’exécution de votre ordre, quelques secondes plus tard, puis ne bouge plus.",
      "La probabilité de gain est la part de ces positions qui gagnent à la longue. Une probabilité de 5 % veut dire que 19 positions sur 20 perdent toute la mise.",
      "Un multiplicateur élevé veut dire une barrière éloignée et une faible probabilité. Aucune durée et aucun sens n’est meilleur qu’un autre : l’avantage de la maison est le même.",
      "Vous pouvez revendre une position avant ses dernières secondes. Vous recevez sa valeur du moment, moins des frais.",
    ],
  },
  fees: {
    title: "Frais et limites",
    item: "Élément",
    value: "Valeur",
    deposit: "Dépôt",
    depositValue: (least) => `gratuit, au moins ${least}`,
    withdrawal: "Retrait",
    withdrawalValue: (fee, least) => `${fee} de frais, au moins ${least}`,
    stake: "Mise",
    stakeValue: (least) => `au moins ${least}`,
    edge: "Avantage de la maison, en moyenne sur chaque mise",
    sale: "Revente, sur la valeur de la position",
    open: "Dépôts et retraits en cours",
    openValue: (count) => `au plus ${count} de chaque`,
    positions: {
      name: "Ce qu’une position peut rapporter",
      duration: "Durée",
      multiplier: "Profit en cas de gain",
      chance: "Probabilité de gain",
      minutes: (count) => `${count} min`,
      profit: (times) => `mise ${times}`,
    },
    own: "Fixez vos propres limites, ou faites une pause, sous Limites.",
  },
  check: {
    title: "Vérifier un résultat en trois étapes",
    steps: [
      "Ouvrez la position : appuyez sur sa ligne dans l’historique. C’est son reçu.",
      "Appuyez sur « Vérifier cette position ». Votre navigateur récupère les valeurs publiées et recalcule le prix, la barrière et le résultat.",
      "Lisez le verdict. Il énumère tout ce qui concorde, et aussi ce que cette vérification ne montre pas.",
    ],
    later:
      "Vous pouvez terminer la vérification une fois l’heure de la position passée : sa graine est alors publiée.",
    how: "Comment l’équité est garantie",
  },
  contact: {
    title: "Obtenir de l’aide",
    text: "Dites ce que vous avez fait, quand, et ce que vous avez vu. L’assistance ne demande jamais votre mot de passe, votre code de retrait ou un code de votre application.",
    without: "Ce site n’a pas d’adresse d’assistance. Contactez son exploitant.",
    gambling:
      "Si le trading cesse d’être un plaisir, faites une pause à tout moment, ou demandez de l’aide :",
  },
};
