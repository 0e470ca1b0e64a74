import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

/** Refusals about people's own limits, about closing their account and about proofs of liabilities. */
export const selfCareWords = {
  limit_invalid: refusal(
    400,
    "Enter an amount of at least 0.01 with at most two decimals, or no limit.",
    "Saisissez un montant d’au moins 0,01 avec au plus deux décimales, ou aucune limite.",
  ),
  session_limit_invalid: refusal(
    400,
    "Enter whole minutes from 15 to 480, or no limit.",
    "Saisissez un nombre entier de minutes, de 15 à 480, ou aucune limite.",
  ),
  open_limit_invalid: refusal(
    400,
    "Enter a whole number from 1 to 1,000, or no limit.",
    "Saisissez un nombre entier de 1 à 1 000, ou aucune limite.",
  ),
  time_zone_invalid: refusal(
    400,
    "Choose a time zone from the list.",
    "Choisissez un fuseau horaire de la liste.",
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
  deposit_limit_week: refusal(
    409,
    "This is more than your weekly deposit limit allows. You can still deposit {amount} USDMS this week.",
    "Ce montant dépasse votre limite de dépôt hebdomadaire. Vous pouvez encore déposer {amount} USDMS cette semaine.",
  ),
  deposit_limit_month: refusal(
    409,
    "This is more than your monthly deposit limit allows. You can still deposit {amount} USDMS this month.",
    "Ce montant dépasse votre limite de dépôt mensuelle. Vous pouvez encore déposer {amount} USDMS ce mois-ci.",
  ),
  deposit_limit_reached: refusal(
    409,
    "This is more than your daily deposit limit allows. You can’t deposit any more today: the smallest deposit is 15 USDMS.",
    "Ce montant dépasse votre limite de dépôt quotidienne. Vous ne pouvez plus déposer aujourd’hui : le dépôt minimum est de 15 USDMS.",
  ),
  deposit_limit_reached_week: refusal(
    409,
    "This is more than your weekly deposit limit allows. You can’t deposit any more this week: the smallest deposit is 15 USDMS.",
    "Ce montant dépasse votre limite de dépôt hebdomadaire. Vous ne pouvez plus déposer cette semaine : le dépôt minimum est de 15 USDMS.",
  ),
  deposit_limit_reached_month: refusal(
    409,
    "This is more than your monthly deposit limit allows. You can’t deposit any more this month: the smallest deposit is 15 USDMS.",
    "Ce montant dépasse votre limite de dépôt mensuelle. Vous ne pouvez plus déposer ce mois-ci : le dépôt minimum est de 15 USDMS.",
  ),
  stake_limit: refusal(
    409,
    "This is more than your daily stake limit allows. You have {amount} USDMS left for today.",
    "Ce montant dépasse votre limite de mise quotidienne. Il vous reste {amount} USDMS pour aujourd’hui.",
  ),
  stake_limit_week: refusal(
    409,
    "This is more than your weekly stake limit allows. You have {amount} USDMS left for this week.",
    "Ce montant dépasse votre limite de mise hebdomadaire. Il vous reste {amount} USDMS pour cette semaine.",
  ),
  stake_limit_month: refusal(
    409,
    "This is more than your monthly stake limit allows. You have {amount} USDMS left for this month.",
    "Ce montant dépasse votre limite de mise mensuelle. Il vous reste {amount} USDMS pour ce mois-ci.",
  ),
  loss_limit: refusal(
    409,
    "A loss of this amount would exceed your daily loss limit. You have {amount} USDMS left for today.",
    "Perdre ce montant dépasserait votre limite de perte quotidienne. Il vous reste {amount} USDMS pour aujourd’hui.",
  ),
  loss_limit_week: refusal(
    409,
    "A loss of this amount would exceed your weekly loss limit. You have {amount} USDMS left for this week.",
    "Perdre ce montant dépasserait votre limite de perte hebdomadaire. Il vous reste {amount} USDMS pour cette semaine.",
  ),
  loss_limit_month: refusal(
    409,
    "A loss of this amount would exceed your monthly loss limit. You have {amount} USDMS left for this month.",
    "Perdre ce montant dépasserait votre limite de perte mensuelle. Il vous reste {amount} USDMS pour ce mois-ci.",
  ),
  largest_stake_limit: refusal(
    409,
    "This is more than your limit for one stake. You can stake {amount} USDMS at most.",
    "Ce montant dépasse votre limite par mise. Vous pouvez miser {amount} USDMS au plus.",
  ),
  open_positions_limit: refusal(
    409,
    "You have as many open positions as your limit allows. Wait until one of them ends.",
    "Vous avez autant de positions ouvertes que votre limite le permet. Attendez que l’une d’elles se termine.",
  ),
  session_limit: refusal(
    409,
    "You have traded for as long as your session limit allows. After a rest you can open positions again, from {until}.",
    "Vous avez tradé aussi longtemps que votre limite de session le permet. Après une pause, vous pourrez ouvrir de nouvelles positions à partir du {until}.",
  ),
  closing_open: refusal(
    409,
    "Something is still open on your account. Wait until it has ended, then close the account.",
    "Il reste des opérations en cours sur votre compte. Attendez qu’elles soient terminées, puis fermez le compte.",
  ),
  closing_expected: refusal(
    409,
    "A deposit is still expected. Wait for it, or confirm that you have sent nothing.",
    "Un dépôt est encore attendu. Attendez-le, ou confirmez que vous n’avez rien envoyé.",
  ),
  closing_amount_invalid: refusal(
    400,
    "Enter your whole balance with all its decimals.",
    "Saisissez tout votre solde, avec toutes ses décimales.",
  ),
  closing_balance_differs: refusal(
    409,
    "Your balance is {amount} USDMS. Enter exactly this amount to give it up. Nothing was closed.",
    "Votre solde est de {amount} USDMS. Saisissez exactement ce montant pour y renoncer. Rien n’a été fermé.",
  ),
  closing_scheduled: refusal(
    409,
    "Your account is already scheduled to be closed. Stop that closing first.",
    "La fermeture de votre compte est déjà programmée. Annulez-la d’abord.",
  ),
  closing_link_invalid: refusal(
    400,
    "This link is not valid any more: the closing was stopped already, or the account is closed.",
    "Ce lien n’est plus valable\u00a0: la fermeture est déjà annulée, ou le compte est fermé.",
  ),
  closing_locked: refusal(
    403,
    "An administrator has locked your account, so you can’t close it. Contact support.",
    "Un administrateur a bloqué votre compte\u00a0: vous ne pouvez pas le fermer. Contactez l’assistance.",
  ),
  closing_paused: refusal(
    409,
    "You are on a break until {until}. Closing the account would end the break. You can still withdraw.",
    "Vous êtes en pause jusqu’au {until}. Fermer le compte mettrait fin à la pause. Vous pouvez toujours retirer.",
  ),
  closing_held: refusal(
    409,
    "Withdrawals are paused until {until} after a change to your account. Until then you can’t give up a balance.",
    "Les retraits sont suspendus jusqu’au {until} après une modification de votre compte. D’ici là, vous ne pouvez pas renoncer à un solde.",
  ),
  closing_takes_two: refusal(
    409,
    "Here two people decide about an administrator’s account. Have your rights removed first.",
    "Ici, la décision sur le compte d’un administrateur se prend à deux. Faites d’abord retirer vos droits.",
  ),
  liability_proof_gone: refusal(
    404,
    "Proofs are kept for the newest statements only. Choose a newer statement.",
    "Les preuves ne sont conservées que pour les derniers relevés. Choisissez un relevé plus récent.",
  ),
  liability_too_young: refusal(
    404,
    "Your account is too new to be in this statement.",
    "Votre compte est trop récent pour figurer dans ce relevé.",
  ),
  liability_not_in: refusal(
    404,
    "Your account is not in this statement. If your account existed when the statement was made, something is wrong: take a screenshot and show it to others.",
    "Votre compte n’est pas dans ce relevé. S’il existait quand le relevé a été établi, c’est une anomalie : faites une capture d’écran et montrez-la à d’autres.",
  ),
} as const satisfies Record<string, Words>;
