import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

/** Refusals about the limits people set for themselves and about proofs of liabilities. */
export const selfCareWords = {
  limit_invalid: refusal(
    400,
    "Enter an amount of at least 0.01 with at most two decimals, or no limit.",
    "Saisissez un montant d’au moins 0,01 avec au plus deux décimales, ou aucune limite.",
  ),
  pause_invalid: refusal(400, "Choose how long to pause.", "Choisissez la durée de la pause."),
  reminder_invalid: refusal(
    400,
    "Choose one of the intervals on the list, or none.",
    "Choisissez l’un des intervalles de la liste, ou aucun.",
  ),
  since_invalid: refusal(
    400,
    "Choose a time within the last 31 days.",
    "Choisissez un moment des 31 derniers jours.",
  ),
  paused: refusal(
    403,
    "You have paused trading and deposits until {until}. You can still withdraw.",
    "Vous avez suspendu le trading et les dépôts jusqu’au {until}. Vous pouvez toujours retirer.",
  ),
  deposit_limit: refusal(
    409,
    "This is more than your daily deposit limit allows. You can still deposit {amount} USDMS today.",
    "Ce montant dépasse votre limite de dépôt quotidienne. Vous pouvez encore déposer {amount} USDMS aujourd’hui.",
  ),
  deposit_limit_reached: refusal(
    409,
    "This is more than your daily deposit limit allows. You can't deposit any more today: the smallest deposit is 15 USDMS.",
    "Ce montant dépasse votre limite de dépôt quotidienne. Vous ne pouvez plus déposer aujourd’hui : le dépôt minimum est de 15 USDMS.",
  ),
  stake_limit: refusal(
    409,
    "This is more than your daily stake limit allows. You can still stake {amount} USDMS today.",
    "Ce montant dépasse votre limite de mise quotidienne. Vous pouvez encore miser {amount} USDMS aujourd’hui.",
  ),
  loss_limit: refusal(
    409,
    "A loss of this amount would exceed your daily loss limit. You can still risk {amount} USDMS today.",
    "Perdre ce montant dépasserait votre limite de perte quotidienne. Vous pouvez encore risquer {amount} USDMS aujourd’hui.",
  ),
  liability_proof_gone: refusal(
    404,
    "Proofs are kept for the newest statements only. Choose a newer statement.",
    "Les preuves ne sont conservées que pour les derniers relevés. Choisissez un relevé plus récent.",
  ),
  liability_too_young: refusal(
    404,
    "Your account did not exist yet when this statement was made.",
    "Votre compte n’existait pas encore quand ce relevé a été établi.",
  ),
  liability_not_in: refusal(
    404,
    "Your account is not in this statement. If your account existed when the statement was made, something is wrong: take a screenshot and show it to others.",
    "Votre compte n’est pas dans ce relevé. S’il existait quand le relevé a été établi, c’est une anomalie : faites une capture d’écran et montrez-la à d’autres.",
  ),
} as const satisfies Record<string, Words>;
