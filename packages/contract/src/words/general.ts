import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

export const generalWords = {
  not_found: refusal(404, "Not found.", "Introuvable."),
  body_too_large: refusal(413, "The request is too large.", "La requête est trop volumineuse."),
  not_json: refusal(415, "Send the request as JSON.", "Envoyez la requête en JSON."),
  too_many_requests: refusal(
    429,
    "Too many requests. Wait a moment and try again.",
    "Trop de requêtes. Patientez un instant et réessayez.",
  ),
  too_many_logins: refusal(
    429,
    "Too many failed attempts. Wait a few minutes and try again.",
    "Trop de tentatives échouées. Patientez quelques minutes et réessayez.",
  ),
  too_many_registrations: refusal(
    429,
    "Too many accounts were created from here. Try again later.",
    "Trop de comptes ont été créés d'ici. Réessayez plus tard.",
  ),
  price_not_current: refusal(
    503,
    "The price is not current right now, so nothing can be opened. Try again in a moment.",
    "Le prix n'est pas à jour, rien ne peut être ouvert. Réessayez dans un instant.",
  ),
  shutting_down: refusal(
    503,
    "The server is restarting. Try again in a moment.",
    "Le serveur redémarre. Réessayez dans un instant.",
  ),
  unavailable: refusal(
    503,
    "The platform cannot reach its database right now. Nothing was lost; try again in a moment.",
    "La plateforme ne peut pas joindre sa base de données. Rien n'est perdu ; réessayez dans un instant.",
  ),
  busy: refusal(
    503,
    "Something else was changing the same data at that moment. No money was moved; try again.",
    "Une autre opération modifiait les mêmes données à cet instant. Aucun argent n'a bougé ; réessayez.",
  ),
  internal: refusal(500, "An error occurred", "Une erreur est survenue"),
} as const satisfies Record<string, Words>;
