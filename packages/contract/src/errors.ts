/**
 * Every refusal the platform can answer: its HTTP status and its words.
 *
 * `plain` is what a caller without an `Accept-Language` header reads; where the platform's schema wording is
 * French, it is French there too. `en` and `fr` are for people, who always send their language.
 */
type Words = { readonly status: number; readonly plain: string; readonly en: string; readonly fr: string };

const refusal = (status: number, en: string, fr: string, plain: string = en): Words => ({
  status,
  plain,
  en,
  fr,
});

/** A refusal whose schema wording is the French one. */
const schemaRefusal = (en: string, fr: string): Words => refusal(400, en, fr, fr);

export const errorWords = {
  // Input
  body_invalid: refusal(
    400,
    "The request is not in the expected form.",
    "La requête n'a pas la forme attendue.",
  ),
  email_invalid: schemaRefusal("Enter a valid e-mail address", "Email invalide"),
  password_too_short: schemaRefusal(
    "The password must be at least 6 characters",
    "Le mot de passe doit contenir au moins 6 caractères",
  ),
  password_too_long: refusal(
    400,
    "The password may be at most 1,024 characters",
    "Le mot de passe peut contenir au plus 1 024 caractères",
  ),
  password_required: refusal(400, "Enter your password", "Saisissez votre mot de passe"),
  current_password_required: schemaRefusal("Current password required", "Mot de passe actuel requis"),
  new_password_too_short: schemaRefusal(
    "The new password must be at least 6 characters",
    "Le nouveau mot de passe doit contenir au moins 6 caractères",
  ),
  stake_invalid: schemaRefusal("The amount must be greater than 0", "Le montant doit être supérieur à 0"),
  duration_invalid: schemaRefusal("Invalid duration", "Durée invalide"),
  side_invalid: refusal(400, "The type must be buy or sell", "Le type doit être buy ou sell"),
  deposit_minimum: schemaRefusal(
    "Minimum deposit amount is 15 USDMS",
    "Le montant minimum de dépôt est 15 USDMS",
  ),
  deposit_maximum: refusal(
    400,
    "This amount is above what the account can hold. Enter a smaller one.",
    "Ce montant dépasse ce que le compte peut contenir. Saisissez un montant plus petit.",
  ),
  deposit_provider_minimum: refusal(
    400,
    "The payment provider takes no less than {amount} USDMS right now. Enter a larger amount.",
    "Le prestataire de paiement n'accepte pas moins de {amount} USDMS en ce moment. Saisissez un montant plus élevé.",
  ),
  withdrawal_minimum: schemaRefusal(
    "Minimum withdrawal amount is 15 USDMS",
    "Le montant minimum de retrait est 15 USDMS",
  ),
  address_invalid: schemaRefusal("Please enter a valid USDT TRC20 address", "Adresse USDT TRC20 invalide"),
  withdrawal_code_invalid: schemaRefusal(
    "The withdrawal code must be 5 digits",
    "Code de retrait invalide (5 chiffres requis)",
  ),
  code_invalid: schemaRefusal(
    "The code must be exactly 5 digits",
    "Le code doit contenir exactement 5 chiffres",
  ),
  two_step_code_invalid: refusal(
    400,
    "Enter the 6 digits from your authenticator app, or a recovery code.",
    "Saisissez les 6 chiffres de votre application d'authentification, ou un code de secours.",
  ),
  adjustment_invalid: refusal(
    400,
    "Enter an amount other than zero with at most two decimals, with a minus sign to deduct.",
    "Saisissez un montant non nul avec au plus deux décimales, précédé d'un signe moins pour déduire.",
  ),
  transaction_id_invalid: refusal(
    400,
    "Enter the transaction id: 64 hexadecimal digits.",
    "Saisissez l'identifiant de transaction : 64 chiffres hexadécimaux.",
  ),
  note_required: refusal(400, "Say why, in a few words.", "Indiquez la raison en quelques mots."),
  statement_filter_invalid: refusal(
    400,
    "Use kinds that exist, and dates in the form 2026-01-31T00:00:00.000Z.",
    "Utilisez des types existants et des dates de la forme 2026-01-31T00:00:00.000Z.",
  ),
  callback_invalid: refusal(
    400,
    "This callback is not in the expected form.",
    "Ce rappel n'a pas la forme attendue.",
  ),
  page_invalid: refusal(
    400,
    "Use before=<id> and a limit from 1 to 200.",
    "Utilisez before=<id> et une limite de 1 à 200.",
  ),
  id_invalid: refusal(400, "This is not a valid identifier.", "Cet identifiant n'est pas valide."),
  price_range_invalid: refusal(
    400,
    "Ask for at most 3,600 ticks that have already begun, none before the first.",
    "Demandez au plus 3 600 ticks déjà commencés, aucun avant le premier.",
  ),
  epoch_range_invalid: refusal(
    400,
    "Ask for at most 1,000 epochs, of which some are committed.",
    "Demandez au plus 1 000 époques, dont certaines sont engagées.",
  ),
  idempotency_key_invalid: refusal(
    400,
    "The Idempotency-Key must be 1 to 200 visible ASCII characters.",
    "L'Idempotency-Key doit contenir de 1 à 200 caractères ASCII visibles.",
  ),

  // Identity
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
    "Saisissez le code de votre application d'authentification.",
  ),
  two_step_wrong: refusal(
    400,
    "This code is wrong or was already used. Wait for the next one.",
    "Ce code est incorrect ou a déjà servi. Attendez le suivant.",
  ),
  two_step_locked: refusal(
    429,
    "Too many wrong codes. Try again in {minutes} minutes.",
    "Trop de codes incorrects. Réessayez dans {minutes} minutes.",
  ),
  two_step_on: refusal(
    409,
    "Two-step sign-in is already on.",
    "La connexion en deux étapes est déjà activée.",
  ),
  two_step_off: refusal(409, "Two-step sign-in is not on.", "La connexion en deux étapes n'est pas activée."),
  two_step_not_begun: refusal(
    409,
    "Begin the set-up again: the secret of this one is gone.",
    "Recommencez la configuration : son secret n'existe plus.",
  ),
  reset_link_invalid: refusal(
    400,
    "This link is no longer valid. Ask for a new one.",
    "Ce lien n'est plus valable. Demandez-en un nouveau.",
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
  forbidden: refusal(403, "Access Denied", "Accès refusé"),
  origin_refused: refusal(
    403,
    "This request came from another website and was refused.",
    "Cette requête provient d'un autre site et a été refusée.",
  ),
  socket_limit: refusal(
    429,
    "Too many live connections are open on this account. Close a few tabs.",
    "Trop de connexions en direct sont ouvertes sur ce compte. Fermez quelques onglets.",
  ),

  // Money
  balance_insufficient: refusal(
    400,
    "Insufficient balance: you don't have enough funds.",
    "Solde insuffisant : vous n'avez pas assez de fonds.",
    "Insufficient balance",
  ),
  house_limit: refusal(
    409,
    "The house could not pay this position for certain right now. Try a smaller amount or a shorter duration.",
    "La maison ne pourrait pas payer cette position à coup sûr. Essayez un montant plus petit ou une durée plus courte.",
  ),
  too_many_open_deposits: refusal(
    409,
    "20 deposits are open on this account. Wait until some are confirmed.",
    "20 dépôts sont ouverts sur ce compte. Attendez que certains soient confirmés.",
  ),
  deposit_not_open: refusal(
    409,
    "This deposit was already decided. Nothing was changed.",
    "Ce dépôt a déjà été traité. Rien n'a été modifié.",
  ),
  too_many_open_withdrawals: refusal(
    409,
    "20 withdrawals are open on this account. Wait until some are completed.",
    "20 retraits sont ouverts sur ce compte. Attendez que certains soient terminés.",
  ),
  withdrawal_code_missing: refusal(
    409,
    "Create your withdrawal code in the profile first.",
    "Créez d'abord votre code de retrait dans le profil.",
  ),
  withdrawal_code_exists: refusal(
    409,
    "A withdrawal code was already created. It cannot be changed.",
    "Un code de retrait a déjà été créé. Il ne peut pas être modifié.",
  ),
  withdrawal_code_wrong: refusal(
    400,
    "The withdrawal code is wrong.",
    "Le code de retrait est incorrect.",
    "Invalid withdrawal code",
  ),
  withdrawal_code_locked: refusal(
    429,
    "Too many wrong withdrawal codes. Withdrawals are locked for {minutes} minutes.",
    "Trop de codes de retrait incorrects. Les retraits sont bloqués pendant {minutes} minutes.",
  ),
  withdrawals_on_hold: refusal(
    409,
    "After a change of password or two-step sign-in, withdrawals pause for your safety. They open again in {hours} hours.",
    "Après un changement de mot de passe ou de connexion en deux étapes, les retraits sont suspendus pour votre sécurité. Ils rouvriront dans {hours} heures.",
  ),
  withdrawal_not_pending: refusal(
    409,
    "This withdrawal was already decided. Nothing was changed.",
    "Ce retrait a déjà été traité. Rien n'a été modifié.",
  ),
  withdrawal_not_processing: refusal(
    409,
    "This withdrawal is not being paid. Nothing was changed.",
    "Ce retrait n'est pas en cours de paiement. Rien n'a été modifié.",
  ),
  withdrawal_not_stuck: refusal(
    409,
    "The provider is still paying this withdrawal. It can be decided once its payout needs a person.",
    "Le prestataire est en train de payer ce retrait. Il pourra être décidé quand son paiement demandera une personne.",
  ),
  attention_resolved: refusal(
    409,
    "This item was already resolved. Nothing was changed.",
    "Cet élément a déjà été traité. Rien n'a été modifié.",
  ),
  attention_not_creditable: refusal(
    409,
    "The account of this payment no longer exists, or it was credited already. Nothing was changed.",
    "Le compte de ce paiement n'existe plus, ou il a déjà été crédité. Rien n'a été modifié.",
  ),
  house_funds_insufficient: refusal(
    409,
    "The house's own funds do not cover this credit beside what it has promised.",
    "Les fonds propres de la maison ne couvrent pas ce crédit en plus de ses engagements.",
  ),
  balance_too_small: refusal(
    409,
    "The balance is smaller than this deduction.",
    "Le solde est inférieur à cette déduction.",
  ),
  balance_too_large: refusal(
    409,
    "The balance would be larger than an account can hold.",
    "Le solde dépasserait ce qu'un compte peut contenir.",
  ),
  idempotency_mismatch: refusal(
    422,
    "This Idempotency-Key was already used with another request.",
    "Cette Idempotency-Key a déjà servi pour une autre requête.",
  ),
  idempotency_running: refusal(
    409,
    "This request is still being worked on. Ask again in a moment.",
    "Cette requête est encore en cours. Réessayez dans un instant.",
  ),
  provider_unavailable: refusal(
    503,
    "The payment provider does not answer right now. Nothing was charged; try again in a few minutes.",
    "Le prestataire de paiement ne répond pas. Rien n'a été débité ; réessayez dans quelques minutes.",
  ),

  // The rest
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
  internal: refusal(500, "An error occurred", "Une erreur est survenue"),
} as const satisfies Record<string, Words>;

export type ErrorCode = keyof typeof errorWords;

export type Language = "en" | "fr";

/** What stands in the braces of some words: `{ minutes: "15" }`. */
export type WordValues = Readonly<Record<string, string>>;

/** The words of `code` in `language`; without a language, the schema wording. */
export function messageFor(code: ErrorCode, language: Language | undefined, values: WordValues = {}): string {
  return errorWords[code][language ?? "plain"].replaceAll(
    /\{(\w+)\}/g,
    (braces, name: string) => values[name] ?? braces,
  );
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorWords, text);
}
