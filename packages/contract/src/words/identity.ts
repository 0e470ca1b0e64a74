import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

export const identityWords = {
  not_signed_in: refusal(401, "Sign in to continue.", "Connectez-vous pour continuer."),
  credentials_wrong: refusal(401, "Wrong e-mail or password.", "Email ou mot de passe incorrect."),
  current_password_wrong: refusal(
    400,
    "The current password is wrong.",
    "Le mot de passe actuel est incorrect.",
  ),
  two_step_required: refusal(
    403,
    "Enter the code from your authenticator app.",
    "Saisissez le code de votre application d’authentification.",
  ),
  two_step_wrong: refusal(
    400,
    "This code is wrong or was already used. Wait for the next one.",
    "Ce code est incorrect ou a déjà servi. Attendez le suivant.",
  ),
  two_step_locked: refusal(
    429,
    "Too many wrong codes. Try again in {minutes}, or use a recovery code.",
    "Trop de codes incorrects. Réessayez dans {minutes}, ou utilisez un code de secours.",
  ),
  two_step_on: refusal(
    409,
    "Two-step sign-in is already on.",
    "La connexion en deux étapes est déjà activée.",
  ),
  two_step_off: refusal(409, "Two-step sign-in is not on.", "La connexion en deux étapes n’est pas activée."),
  two_step_not_begun: refusal(
    409,
    "This set-up has expired. Start it again.",
    "Cette configuration a expiré. Recommencez-la.",
  ),
  reset_link_invalid: refusal(
    400,
    "This link is no longer valid. Request a new one.",
    "Ce lien n’est plus valable. Demandez-en un nouveau.",
  ),
  callback_refused: refusal(
    401,
    "The signature of this callback is missing or wrong.",
    "La signature de ce rappel est absente ou incorrecte.",
  ),
  email_taken: refusal(
    409,
    "An account with this e-mail already exists. Log in instead.",
    "Un compte existe déjà avec cet email. Connectez-vous.",
  ),
  last_admin: refusal(
    409,
    "This is the last administrator. Make someone else an administrator first.",
    "C’est le dernier administrateur. Nommez d’abord un autre administrateur.",
  ),
  forbidden: refusal(403, "Access Denied", "Accès refusé"),
  origin_refused: refusal(
    403,
    "This request came from another website and was refused.",
    "Cette requête provient d’un autre site et a été refusée.",
  ),
  socket_limit: refusal(
    429,
    "Too many live connections are open on this account. Close a few tabs.",
    "Trop de connexions en direct sont ouvertes sur ce compte. Fermez quelques onglets.",
  ),
} as const satisfies Record<string, Words>;
