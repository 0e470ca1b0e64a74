import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

export const generalWords = {
  not_found: refusal(404, "Not found.", "Introuvable."),
  position_archived: refusal(
    410,
    "Positions of this month are archived. Your balance and your account statement still include them, and you can still check a receipt that you saved.",
    "Les positions de ce mois sont archivées. Votre solde et votre relevé de compte en tiennent toujours compte, et vous pouvez toujours vérifier un reçu enregistré.",
  ),
  body_too_large: refusal(413, "The request is too large.", "La requête est trop volumineuse."),
  not_json: refusal(415, "Send the request as JSON.", "Envoyez la requête en JSON."),
  too_many_requests: refusal(
    429,
    "Too many requests. Wait a moment and try again.",
    "Trop de requêtes. Patientez un instant et réessayez.",
  ),
  statement_running: refusal(
    429,
    "Another of your downloads is still running. Try again when it is complete.",
    "Un autre de vos téléchargements est en cours. Réessayez lorsqu’il sera terminé.",
  ),
  too_many_deposits: refusal(
    429,
    "You have started too many deposits in the last 24 hours. Pay one of your open deposits, or try again later.",
    "Vous avez créé trop de dépôts au cours des dernières 24 heures. Payez l’un de vos dépôts en cours, ou réessayez plus tard.",
  ),
  too_many_logins: refusal(
    429,
    "Too many failed attempts. Wait a few minutes and try again.",
    "Trop de tentatives échouées. Patientez quelques minutes et réessayez.",
  ),
  too_many_registrations: refusal(
    429,
    "Too many accounts were created from your IP address. Try again later.",
    "Trop de comptes ont été créés depuis votre adresse IP. Réessayez plus tard.",
  ),
  price_not_current: refusal(
    503,
    "The price is out of date, so you can’t open a position. Try again in a moment.",
    "Le prix n’est pas à jour : vous ne pouvez pas ouvrir de position. Réessayez dans un instant.",
  ),
  // Replaces `price_not_current` while the beacon is late.
  beacon_late: refusal(
    503,
    "The price is delayed because the randomness beacon is late. You can’t open a position for now. Each open position will be settled at the price of its expiry.",
    "Le prix est momentanément indisponible, car la balise d’aléa est en retard. Vous ne pouvez pas ouvrir de position pour l’instant. Chaque position ouverte sera réglée au prix de son échéance.",
  ),
  shutting_down: refusal(
    503,
    "The server is restarting. Try again in a moment.",
    "Le serveur redémarre. Réessayez dans un instant.",
  ),
  unavailable: refusal(
    503,
    "We can’t reach our database right now. Nothing was lost. Try again in a moment.",
    "Notre base de données est injoignable pour l’instant. Rien n’est perdu. Réessayez dans un instant.",
  ),
  busy: refusal(
    503,
    "Another request was changing the same data. No money was moved. Try again.",
    "Une autre requête modifiait les mêmes données. Aucun montant n’a été débité ni crédité. Réessayez.",
  ),
  crowded: refusal(
    503,
    "Too many orders right now. Your order was not placed. Try again in a moment.",
    "Trop d’ordres en ce moment. Votre ordre n’a pas été passé. Réessayez dans un instant.",
  ),
  internal: refusal(500, "An error occurred", "Une erreur est survenue"),
} as const satisfies Record<string, Words>;
