import { refusal, schemaRefusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

export const inputWords = {
  body_invalid: refusal(
    400,
    "The request does not have the expected format.",
    "La requête n’a pas le format attendu.",
  ),
  field_unknown: refusal(
    400,
    "The request contains a field that this call does not accept. Check its spelling.",
    "La requête contient un champ que cet appel n’accepte pas. Vérifiez son orthographe.",
  ),
  email_invalid: schemaRefusal("Enter a valid e-mail address", "Email invalide"),
  password_too_short: schemaRefusal(
    "The password must be at least 6 characters",
    "Le mot de passe doit contenir au moins 6 caractères",
  ),
  password_too_long: refusal(
    400,
    "The password may be at most 1,024 characters",
    "Le mot de passe peut contenir au plus 1 024 caractères",
  ),
  password_guessable: refusal(
    400,
    "This password is too easy to guess. Choose one that is not common, not your e-mail and not our name.",
    "Ce mot de passe est trop facile à deviner. Choisissez-en un qui n’est ni courant, ni votre e-mail, ni notre nom.",
  ),
  password_required: refusal(400, "Enter your password", "Saisissez votre mot de passe"),
  current_password_required: schemaRefusal("Current password required", "Mot de passe actuel requis"),
  new_password_too_short: schemaRefusal(
    "The new password must be at least 6 characters",
    "Le nouveau mot de passe doit contenir au moins 6 caractères",
  ),
  stake_invalid: schemaRefusal("The amount must be greater than 0", "Le montant doit être supérieur à 0"),
  amount_decimals: refusal(
    400,
    "Enter an amount with at most two decimals, such as 15.50",
    "Indiquez un montant de deux décimales au plus, par exemple 15,50",
  ),
  amount_too_large: refusal(
    400,
    "The largest amount is 9,999,999,999.99 USDMS. Enter a smaller amount.",
    "Le montant maximal est de 9 999 999 999,99 USDMS. Saisissez un montant plus petit.",
  ),
  proceeds_invalid: refusal(
    400,
    "Enter the lowest amount you accept with two decimals, such as 12.40",
    "Indiquez le montant minimal que vous acceptez, avec deux décimales, par exemple 12,40",
  ),
  not_after_invalid: refusal(
    400,
    "notAfterTick must be a whole second of Unix time, such as 1790000060.",
    "notAfterTick doit être une seconde entière du temps Unix, par exemple 1790000060.",
  ),
  duration_invalid: schemaRefusal("Invalid duration", "Durée invalide"),
  side_invalid: refusal(400, "The type must be buy or sell", "Le type doit être buy ou sell"),
  deposit_minimum: schemaRefusal(
    "Minimum deposit amount is 15 USDMS",
    "Le montant minimum de dépôt est 15 USDMS",
  ),
  deposit_maximum: refusal(
    400,
    "This amount is above the maximum balance of an account. Enter a smaller amount.",
    "Ce montant dépasse le solde maximal d’un compte. Saisissez un montant plus petit.",
  ),
  deposit_provider_minimum: refusal(
    400,
    "The payment provider currently accepts {amount} USDMS or more. Enter a larger amount.",
    "Le prestataire de paiement accepte actuellement {amount} USDMS ou plus. Saisissez un montant plus élevé.",
  ),
  withdrawal_minimum: schemaRefusal(
    "Minimum withdrawal amount is 15 USDMS",
    "Le montant minimum de retrait est 15 USDMS",
  ),
  withdrawal_provider_minimum: refusal(
    400,
    "The payment provider currently pays out {amount} USDMS or more. Enter a larger amount.",
    "Le prestataire de paiement verse actuellement {amount} USDMS ou plus. Saisissez un montant plus élevé.",
  ),
  address_invalid: schemaRefusal("Please enter a valid USDT TRC20 address", "Adresse USDT TRC20 invalide"),
  /** Words of `address_invalid` for an address that would pass as valid. */
  address_of_deposit: refusal(
    400,
    "This is one of our deposit addresses. Enter an address of your own wallet.",
    "C’est l’une de nos adresses de dépôt. Saisissez une adresse de votre propre portefeuille.",
  ),
  address_is_contract: refusal(
    400,
    "This is the address of a contract, not of a wallet. Anything sent to it is lost. Enter an address of your own wallet.",
    "C’est l’adresse d’un contrat, pas celle d’un portefeuille. Tout envoi vers elle est perdu. Saisissez une adresse de votre propre portefeuille.",
  ),
  address_name_invalid: schemaRefusal(
    "Give the address a name of 1 to 50 characters",
    "Donnez à l’adresse un nom de 1 à 50 caractères",
  ),
  mail_phrase_invalid: schemaRefusal(
    "Use 3 to 40 letters, spaces, commas, hyphens and apostrophes.",
    "Utilisez de 3 à 40 lettres, espaces, virgules, traits d’union et apostrophes.",
  ),
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
    "Saisissez les 6 chiffres de votre application d’authentification, ou un code de secours.",
  ),
  adjustment_invalid: refusal(
    400,
    "Enter an amount other than zero with at most two decimals. Use a minus sign to deduct.",
    "Saisissez un montant non nul, avec au plus deux décimales. Utilisez un signe moins pour déduire.",
  ),
  transaction_id_invalid: refusal(
    400,
    "Enter the transaction id: 64 hexadecimal digits.",
    "Saisissez l’identifiant de transaction : 64 chiffres hexadécimaux.",
  ),
  search_invalid: refusal(
    400,
    "Enter part of an e-mail address, at most 254 characters.",
    "Saisissez une partie d’adresse e-mail, 254 caractères au plus.",
  ),
  note_required: refusal(400, "Give a reason in a few words.", "Indiquez la raison en quelques mots."),
  statement_filter_invalid: refusal(
    400,
    "Invalid filter. Use existing kinds, and dates in the form 2026-01-31T00:00:00.000Z.",
    "Filtre non valable. Utilisez des types existants et des dates de la forme 2026-01-31T00:00:00.000Z.",
  ),
  position_filter_invalid: refusal(
    400,
    "Invalid filter. Use the values of side and status listed at /api/docs, and dates in the form 2026-01-31T00:00:00.000Z.",
    "Filtre non valable. Utilisez les valeurs de side et status indiquées dans /api/docs, et des dates de la forme 2026-01-31T00:00:00.000Z.",
  ),
  year_invalid: refusal(
    400,
    "Choose a year from 2000 to the current one, and a time zone such as Europe/Paris.",
    "Choisissez une année de 2000 à l’année en cours, et un fuseau horaire tel que Europe/Paris.",
  ),
  results_period_invalid: refusal(
    400,
    "Choose at most 92 days in the form 2026-01-31, and a time zone such as Europe/Paris.",
    "Choisissez au plus 92 jours de la forme 2026-01-31, et un fuseau horaire tel que Europe/Paris.",
  ),
  callback_invalid: refusal(
    400,
    "This callback does not have the expected format.",
    "Cette notification (callback) n’a pas le format attendu.",
  ),
  page_invalid: refusal(
    400,
    "Use before=<id> and a limit from 1 to 200 (account statement: 500).",
    "Utilisez before=<id> et une limite de 1 à 200 (relevé de compte : 500).",
  ),
  id_invalid: refusal(400, "This is not a valid identifier.", "Cet identifiant n’est pas valide."),
  price_range_invalid: refusal(
    400,
    "Request at most 3,600 ticks. Each of them must have started, and none may precede the first.",
    "Demandez au plus 3 600 ticks. Chacun doit avoir commencé, et aucun ne doit précéder le premier.",
  ),
  epoch_range_invalid: refusal(
    400,
    "Request at most 1,000 epochs, at least one of them with a published commitment.",
    "Demandez au plus 1 000 époques, dont au moins une avec un engagement publié.",
  ),
  round_range_invalid: refusal(
    400,
    "Request at most 1,200 rounds, with the first one before the last.",
    "Demandez au plus 1 200 tirages, le premier avant le dernier.",
  ),
  idempotency_key_invalid: refusal(
    400,
    "The Idempotency-Key must be 1 to 200 visible ASCII characters.",
    "L’Idempotency-Key doit contenir de 1 à 200 caractères ASCII visibles.",
  ),
} as const satisfies Record<string, Words>;
