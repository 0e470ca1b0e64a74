import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

export const moneyWords = {
  balance_insufficient: refusal(
    400,
    "Insufficient balance: you don’t have enough funds.",
    "Solde insuffisant : vous n’avez pas assez de fonds.",
    "Insufficient balance",
  ),
  house_limit: refusal(
    409,
    "We can’t guarantee the payout of this position right now. Try a smaller amount or a shorter duration.",
    "La plateforme ne peut pas garantir le gain de cette position pour l’instant. Essayez un montant plus petit ou une durée plus courte.",
  ),
  payout_too_large: refusal(
    409,
    "A win would take your balance above the maximum of an account. Try a smaller amount or a shorter duration.",
    "Un gain porterait votre solde au-delà du maximum d’un compte. Essayez un montant plus petit ou une durée plus courte.",
  ),
  position_not_open: refusal(
    409,
    "This position is no longer open. Nothing was sold back.",
    "Cette position n’est plus ouverte. Rien n’a été revendu.",
  ),
  position_too_late: refusal(
    409,
    "This position is about to expire and can no longer be sold back.",
    "Cette position arrive à échéance et ne peut plus être revendue.",
  ),
  not_after_passed: refusal(
    409,
    "The order would be executed after the deadline that it names (`notAfterTick`). Nothing was opened or sold back.",
    "L’ordre serait exécuté après l’heure limite qu’il indique (`notAfterTick`). Aucune position n’a été ouverte ni revendue.",
  ),
  price_moved: refusal(
    409,
    "The price has moved: you would get {amount} USDMS now. Nothing was sold back.",
    "Le prix a changé : vous recevriez maintenant {amount} USDMS. Rien n’a été revendu.",
  ),
  too_many_open_deposits: refusal(
    409,
    "This account already has 20 open deposits. Wait until some are confirmed.",
    "Ce compte a déjà 20 dépôts en cours. Attendez que certains soient confirmés.",
  ),
  deposit_not_open: refusal(
    409,
    "This deposit was already decided. Nothing was changed.",
    "Ce dépôt a déjà été traité. Rien n’a été modifié.",
  ),
  too_many_open_withdrawals: refusal(
    409,
    "This account already has 20 open withdrawals. Wait until some are completed.",
    "Ce compte a déjà 20 retraits en cours. Attendez que certains soient terminés.",
  ),
  withdrawal_code_missing: refusal(
    409,
    "Create your withdrawal code in the profile first.",
    "Créez d’abord votre code de retrait dans le profil.",
  ),
  withdrawal_code_exists: refusal(
    409,
    "A withdrawal code was already created. If you have forgotten it, contact support.",
    "Un code de retrait a déjà été créé. Si vous l’avez oublié, contactez l’assistance.",
  ),
  withdrawal_code_none: refusal(
    409,
    "This user has no withdrawal code. They can create one in their profile.",
    "Cet utilisateur n’a pas de code de retrait. Il peut en créer un dans son profil.",
  ),
  address_saved: refusal(
    409,
    "You have already saved this address.",
    "Vous avez déjà enregistré cette adresse.",
  ),
  no_saved_address: refusal(
    409,
    "Save an address first. Otherwise you could no longer withdraw.",
    "Enregistrez d’abord une adresse. Sinon, vous ne pourriez plus retirer.",
  ),
  address_not_saved: refusal(
    400,
    "You have chosen to withdraw to saved addresses only. Choose one of them, or change this setting in the profile.",
    "Vous avez choisi de retirer uniquement vers vos adresses enregistrées. Choisissez-en une, ou modifiez ce réglage dans le profil.",
  ),
  too_many_addresses: refusal(
    409,
    "You have saved 20 addresses. Remove one first.",
    "Vous avez enregistré 20 adresses. Supprimez-en d’abord une.",
  ),
  withdrawal_code_wrong: refusal(
    400,
    "The withdrawal code is wrong. If you have forgotten it, contact support.",
    "Le code de retrait est incorrect. Si vous l’avez oublié, contactez l’assistance.",
    "Invalid withdrawal code",
  ),
  withdrawal_code_locked: refusal(
    429,
    "Too many wrong withdrawal codes. Withdrawals are locked for {minutes}. If you have forgotten the code, contact support.",
    "Trop de codes de retrait incorrects. Les retraits sont bloqués pendant {minutes}. Si vous avez oublié le code, contactez l’assistance.",
  ),
  withdrawals_on_hold: refusal(
    409,
    "You changed how you sign in or confirm withdrawals. For your safety, withdrawals are on hold. They open again in {hours}.",
    "Vous avez modifié votre mode de connexion ou de confirmation des retraits. Par sécurité, les retraits sont temporairement suspendus. Ils rouvriront dans {hours}.",
  ),
  email_unconfirmed: refusal(
    409,
    "Confirm your e-mail address before you withdraw: open the link that we sent you. You can have it sent again in the profile.",
    "Confirmez votre adresse e-mail avant de retirer : ouvrez le lien que nous vous avons envoyé. Vous pouvez le faire renvoyer depuis le profil.",
  ),
  withdrawal_not_pending: refusal(
    409,
    "This withdrawal was already decided. Nothing was changed.",
    "Ce retrait a déjà été traité. Rien n’a été modifié.",
  ),
  withdrawal_doubtful: refusal(
    409,
    "A backup was restored, and the provider may have paid this withdrawal since then. Decide it under Attention first.",
    "Une sauvegarde a été restaurée, et le prestataire a peut-être versé ce retrait depuis. Traitez-le d’abord dans « À traiter ».",
  ),
  withdrawal_not_processing: refusal(
    409,
    "No payout of this withdrawal is under way. Nothing was changed.",
    "Aucun versement n’est en cours pour ce retrait. Rien n’a été modifié.",
  ),
  withdrawal_not_stuck: refusal(
    409,
    "The provider is still processing this payout. You can decide it only once it is listed under Attention.",
    "Le prestataire traite encore ce versement. Vous ne pourrez intervenir que s’il figure dans « À traiter ».",
  ),
  payout_processing: refusal(
    409,
    "A payout to this user is in progress. You can delete the account once the payout is completed or decided.",
    "Un versement à cet utilisateur est en cours. Vous pourrez supprimer le compte une fois ce versement terminé ou traité.",
  ),
  attention_resolved: refusal(
    409,
    "This item is already closed. Nothing was changed.",
    "Cet élément est déjà clos. Rien n’a été modifié.",
  ),
  attention_of_withdrawal: refusal(
    409,
    "Decide the withdrawal itself: mark it paid, or mark it failed and refund it.",
    "Traitez le retrait lui-même : « Déclarer versé » ou « Déclarer échoué et rembourser ».",
  ),
  attention_of_screening: refusal(
    409,
    "This item closes once the screening allows it, or once the deposit or withdrawal is rejected.",
    "Cet élément est clos dès que le filtrage autorise l’opération, ou que le dépôt ou le retrait est rejeté.",
  ),
  screening_unanswered: refusal(
    409,
    "The screening service has not answered yet. Try again in a moment.",
    "Le service de filtrage n’a pas encore répondu. Réessayez dans un instant.",
  ),
  screening_held: refusal(
    409,
    "The screening has not allowed this yet. See its item under Attention.",
    "Le filtrage n’a pas encore autorisé cette opération. Consultez son élément dans « À traiter ».",
  ),
  screening_not_held: refusal(
    409,
    "The screening is not holding this, or it was already decided. Nothing was changed.",
    "Le filtrage ne retient pas cette opération, ou elle a déjà été traitée. Rien n’a été modifié.",
  ),
  screening_too_early: refusal(
    409,
    "Ask the screening service again after {until}.",
    "Interrogez de nouveau le service de filtrage après le {until}.",
  ),
  attention_of_position: refusal(
    409,
    "This item closes automatically once the payout no longer takes the balance above its maximum. Deduct from the balance with Adjust.",
    "Cet élément est clos automatiquement dès que le gain ne porte plus le solde au-delà du maximum. Déduisez une partie du solde avec « Ajuster ».",
  ),
  attention_not_creditable: refusal(
    409,
    "The account for this payment no longer exists, or the payment was already credited. Nothing was changed.",
    "Le compte lié à ce paiement n’existe plus, ou le paiement a déjà été crédité. Rien n’a été modifié.",
  ),
  attention_has_account: refusal(
    409,
    "This payment belongs to another account. You can credit only that one. Nothing was changed.",
    "Ce paiement appartient à un autre compte, le seul qui puisse être crédité. Rien n’a été modifié.",
  ),
  recipient_unknown: refusal(
    400,
    "No account has this e-mail address. Nothing was changed.",
    "Aucun compte n’a cette adresse e-mail. Rien n’a été modifié.",
  ),
  credit_too_large: refusal(
    409,
    "This payment can be credited with {amount} at most. Nothing was changed.",
    "Ce paiement peut être crédité de {amount} au plus. Rien n’a été modifié.",
  ),
  house_funds_insufficient: refusal(
    409,
    "Our own funds do not cover both this credit and the payouts of open positions.",
    "Les fonds propres de la plateforme ne couvrent pas à la fois ce crédit et les gains des positions ouvertes.",
  ),
  balance_too_small: refusal(
    409,
    "The balance is smaller than this deduction.",
    "Le solde est inférieur à cette déduction.",
  ),
  balance_too_large: refusal(
    409,
    "The balance would exceed the maximum of an account.",
    "Le solde dépasserait le maximum d’un compte.",
  ),
  idempotency_mismatch: refusal(
    422,
    "This Idempotency-Key was already used with another request.",
    "Cette Idempotency-Key a déjà servi pour une autre requête.",
  ),
  idempotency_running: refusal(
    409,
    "This request is still being processed. Try again in a moment.",
    "Cette requête est encore en cours de traitement. Réessayez dans un instant.",
  ),
  provider_unavailable: refusal(
    503,
    "The payment provider is not responding. You were not charged. Try again in a few minutes.",
    "Le prestataire de paiement ne répond pas. Aucun montant n’a été prélevé. Réessayez dans quelques minutes.",
  ),
} as const satisfies Record<string, Words>;
