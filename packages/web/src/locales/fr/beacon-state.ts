import type { LaterMessages } from "../messages.ts";

export const beaconState: LaterMessages["beaconState"] = {
  label: "Avis sur le prix",
  hold: "En attente du prochain tirage de la balise d’aléa. Vous ne pouvez pas encore ouvrir de position.",
  late: "Le prix est momentanément indisponible, car la balise d’aléa publique est en retard. Vous ne pouvez pas ouvrir de position pour l’instant. Chaque position ouverte sera réglée au prix de son échéance.",
  lateOwn:
    "Le prix est momentanément indisponible, car la balise d’aléa de ce site est en retard. Vous ne pouvez pas ouvrir de position pour l’instant. Chaque position ouverte sera réglée au prix de son échéance.",
  catch_up:
    "La balise d’aléa fonctionne de nouveau, et ses tirages manquants arrivent dans l’ordre. Chaque position ouverte est réglée au prix de son échéance. Vous ne pourrez ouvrir de position qu’une fois le prix à jour.",
};
