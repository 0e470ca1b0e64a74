import type { LaterMessages } from "../messages.ts";

export const beaconState: LaterMessages["beaconState"] = {
  label: "Avis sur la balise",
  hold: "En attente du prochain tour de la balise. Vous ne pouvez pas encore ouvrir de position.",
  late: "La balise publique est en retard : rien ne peut être ouvert. Chaque position ouverte sera réglée au prix de son échéance.",
  lateOwn:
    "La balise de cette installation est en retard : rien ne peut être ouvert. Chaque position ouverte sera réglée au prix de son échéance.",
  catch_up:
    "La balise est de retour, et ses tours manquants arrivent dans l’ordre. Chaque position ouverte est réglée au prix de son échéance. Vous ne pourrez ouvrir de position qu’une fois le prix à jour.",
};
