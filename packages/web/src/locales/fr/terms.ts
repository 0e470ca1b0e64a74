import type { LaterMessages } from "../messages.ts";

export const terms: LaterMessages["terms"] = {
  barrier: "Le prix à atteindre ou à dépasser à la dernière seconde pour que la position gagne.",
  chance: "La fréquence à laquelle une telle position gagne, calculée d’après le mouvement du prix.",
  houseEdge: "La part de chaque mise que la plateforme garde en moyenne, sur un grand nombre de positions.",
  multiplier: "Un gain rapporte le montant multiplié par ce chiffre, et le montant vous est rendu.",
  entry: "Le prix de la seconde où la position a été ouverte.",
  exit: "Le prix de la seconde où la position a été décidée.",
  maxProfit: "Ce qu’un gain ajoute à votre solde, en plus du montant engagé.",
  commitment:
    "L’empreinte de la graine d’une heure, publiée avant ses prix : ils ne peuvent plus être modifiés.",
  seed: "Le nombre secret dont proviennent tous les prix de cette heure.",
  head: "Un seul code pour toute la liste des engagements jusqu’à cette heure.",
  startState: "Le prix juste avant cette heure, par pas de 0,00000001.",
  firstTick: "La première seconde de cette heure, comptée depuis 1970.",
  usdms: "L’unité de votre solde : 1 USDMS vaut 1 dollar américain.",
  trc20: "L’USDT qui circule sur le réseau TRON ; ses adresses commencent par T.",
  fee: "Ce que la plateforme garde sur un retrait.",
  net: "Ce qui arrive à votre adresse, une fois les frais déduits.",
  withdrawalCode:
    "5 chiffres que vous choisissez une seule fois, dans votre profil, et que vous seul connaissez.",
  pending: "L’opération est créée et attend la suite.",
  confirming: "Le paiement a été vu, le réseau est en train de le confirmer.",
  confirmed: "Le paiement est arrivé, le montant est sur votre solde.",
  processing: "Le retrait est approuvé, le paiement est en route.",
  completed: "Le paiement a été envoyé à votre adresse.",
  failed: "L’opération n’a pas abouti, votre solde est comme avant.",
};
