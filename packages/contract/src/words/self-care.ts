import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

/** What holds people to the limits they have set on themselves, and the proofs anyone may ask for. */
export const selfCareWords = {
  limit_invalid: refusal(
    400,
    "Enter an amount of at least 0.01 with at most two decimals, or no limit.",
    "Saisissez un montant d'au moins 0,01 avec au plus deux décimales, ou aucune limite.",
  ),
  pause_invalid: refusal(400, "Choose how long to pause.", "Choisissez la durée de la pause."),
  reminder_invalid: refusal(
    400,
    "Choose one of the offered intervals, or none.",
    "Choisissez l'un des intervalles proposés, ou aucun.",
  ),
  since_invalid: refusal(
    400,
    "Ask from an instant of the last 31 days.",
    "Indiquez un instant des 31 derniers jours.",
  ),
  paused: refusal(
    403,
    "You have paused trading and deposits until {until}. You can still withdraw.",
    "Vous avez suspendu le trading et les dépôts jusqu'au {until}. Vous pouvez toujours retirer.",
  ),
  deposit_limit: refusal(
    409,
    "This would pass the limit that you set on your deposits. Today you can still deposit {amount} USDMS.",
    "Cela dépasserait la limite que vous avez fixée à vos dépôts. Aujourd'hui, vous pouvez encore déposer {amount} USDMS.",
  ),
  deposit_limit_reached: refusal(
    409,
    "This would pass the limit that you set on your deposits. Nothing more can be deposited today: the smallest deposit is 15 USDMS.",
    "Cela dépasserait la limite que vous avez fixée à vos dépôts. Plus aucun dépôt n'est possible aujourd'hui : le dépôt minimum est de 15 USDMS.",
  ),
  stake_limit: refusal(
    409,
    "This would pass the limit that you set on your stakes. Today you can still stake {amount} USDMS.",
    "Cela dépasserait la limite que vous avez fixée à vos mises. Aujourd'hui, vous pouvez encore miser {amount} USDMS.",
  ),
  loss_limit: refusal(
    409,
    "If lost, this would pass the limit that you set on your losses. Today you can still risk {amount} USDMS.",
    "En cas de perte, cela dépasserait la limite que vous avez fixée à vos pertes. Aujourd'hui, vous pouvez encore risquer {amount} USDMS.",
  ),
  liability_proof_gone: refusal(
    404,
    "Proofs are kept for the newest statements only. Ask for a newer one.",
    "Les preuves ne sont conservées que pour les derniers relevés. Demandez-en un plus récent.",
  ),
  liability_too_young: refusal(
    404,
    "Your account did not exist yet when this statement was made.",
    "Votre compte n'existait pas encore quand ce relevé a été établi.",
  ),
  liability_not_in: refusal(
    404,
    "Your account is not in this statement. If you had it before the statement was made, that is wrong: keep a picture of this and show it to others.",
    "Votre compte n'est pas dans ce relevé. S'il existait avant ce relevé, c'est une anomalie : gardez une image de cette page et montrez-la à d'autres.",
  ),
} as const satisfies Record<string, Words>;
