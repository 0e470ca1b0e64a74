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
    "Saisissez un nombre entier de 1 à 1 000, ou aucune limite.",
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
    "Choisissez un moment au cours des 31 derniers jours.",
  ),
  paused: refusal(
    403,
    "You are on a break until {until}. Until then you can’t open positions or deposit. You can still withdraw.",
    "Vous êtes en pause jusqu’au {until}. D’ici là, vous ne pouvez ni ouvrir de position ni déposer. Vous pouvez toujours retirer.",
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
    "This is more than your daily deposit limit allows. You can’t make another deposit today: the smallest deposit is 15 USDMS.",
    "Ce montant dépasse votre limite de dépôt quotidienne. Vous ne pouvez plus déposer aujourd’hui : le dépôt minimum est de 15 USDMS.",
  ),
  deposit_limit_reached_week: refusal(
    409,
    "This is more than your weekly deposit limit allows. You can’t make another deposit this week: the smallest deposit is 15 USDMS.",
    "Ce montant dépasse votre limite de dépôt hebdomadaire. Vous ne pouvez plus déposer cette semaine : le dépôt minimum est de 15 USDMS.",
  ),
  deposit_limit_reached_month: refusal(
    409,
    "This is more than your monthly deposit limit allows. You can’t make another deposit this month: the smallest deposit is 15 USDMS.",
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
    "En cas de perte, ce montant dépasserait votre limite de perte quotidienne. Il vous reste {amount} USDMS pour aujourd’hui.",
  ),
  loss_limit_week: refusal(
    409,
    "A loss of this amount would exceed your weekly loss limit. You have {amount} USDMS left for this week.",
    "En cas de perte, ce montant dépasserait votre limite de perte hebdomadaire. Il vous reste {amount} USDMS pour cette semaine.",
  ),
  loss_limit_month: refusal(
    409,
    "A loss of this amount would exceed your monthly loss limit. You have {amount} USDMS left for this month.",
    "En cas de perte, ce montant dépasserait votre limite de perte mensuelle. Il vous reste {amount} USDMS pour ce mois-ci.",
  ),
  largest_stake_limit: refusal(
    409,
    "This is more than your limit for one stake. You can stake {amount} USDMS at most.",
    "Ce montant dépasse votre limite par mise. Vous pouvez miser {amount} USDMS au plus.",
  ),
  open_positions_limit: refusal(
    409,
    "You have reached your limit of open positions. Wait until one of them is settled, or sell one back.",
    "Vous avez atteint votre limite de positions ouvertes. Attendez que l’une d’elles soit réglée, ou revendez-en une.",
  ),
  session_limit: refusal(
    409,
    "You have reached your session limit. After a rest, you can open positions again from {until}.",
    "Vous avez atteint votre limite de session. Après une pause, vous pourrez de nouveau ouvrir des positions à partir du {until}.",
  ),
  closing_open: refusal(
    409,
    "You still have open positions, deposits or withdrawals. Wait until they are complete, then close the account.",
    "Vous avez encore des positions, des dépôts ou des retraits en cours. Attendez qu’ils soient terminés, puis fermez le compte.",
  ),
  closing_expected: refusal(
    409,
    "A deposit is still awaiting payment. Wait for it, or confirm that you have sent nothing.",
    "Un dépôt est encore en attente de paiement. Attendez-le, ou confirmez que vous n’avez rien envoyé.",
  ),
  closing_amount_invalid: refusal(
    400,
    "Enter your whole balance with all its decimals.",
    "Saisissez tout votre solde, avec toutes ses décimales.",
  ),
  closing_balance_differs: refusal(
    409,
    "Your balance is {amount} USDMS. Enter exactly this amount to give it up. Your account was not closed.",
    "Votre solde est de {amount} USDMS. Saisissez exactement ce montant pour y renoncer. Votre compte n’a pas été fermé.",
  ),
  closing_scheduled: refusal(
    409,
    "Your account is already scheduled to be closed. Stop that closing first.",
    "La fermeture de votre compte est déjà programmée. Annulez-la d’abord.",
  ),
  closing_link_invalid: refusal(
    400,
    "This link is no longer valid: the closing was already stopped, or the account is closed.",
    "Ce lien n’est plus valable : la fermeture est déjà annulée, ou le compte est fermé.",
  ),
  closing_locked: refusal(
    403,
    "An administrator has locked your account, so you can’t close it. Contact support.",
    "Un administrateur a bloqué votre compte : vous ne pouvez pas le fermer. Contactez l’assistance.",
  ),
  closing_paused: refusal(
    409,
    "You are on a break until {until}. Closing the account would end the break. You can still withdraw.",
    "Vous êtes en pause jusqu’au {until}. Fermer le compte mettrait fin à la pause. Vous pouvez toujours retirer.",
  ),
  closing_held: refusal(
    409,
    "Withdrawals are on hold until {until} after a change to your account. Until then you can’t give up a balance.",
    "Les retraits sont temporairement suspendus jusqu’au {until} après une modification de votre compte. D’ici là, vous ne pouvez pas renoncer à un solde.",
  ),
  closing_takes_two: refusal(
    409,
    "Closing an administrator’s account needs a second approval here. Have your rights removed first.",
    "Ici, la fermeture d’un compte d’administrateur exige une double validation. Faites d’abord retirer vos droits.",
  ),
  liability_proof_gone: refusal(
    404,
    "Proofs are available for the newest liabilities reports only. Choose a newer report.",
    "Seuls les derniers états du passif disposent d’une preuve. Choisissez un état plus récent.",
  ),
  liability_too_young: refusal(
    404,
    "Your account is too new to be in this liabilities report.",
    "Votre compte est trop récent pour figurer dans cet état du passif.",
  ),
  liability_not_in: refusal(
    404,
    "Your account is not in this liabilities report. If your account existed when the report was made, something is wrong: take a screenshot and show it to others.",
    "Votre compte ne figure pas dans cet état du passif. S’il existait quand l’état a été établi, c’est une anomalie : faites une capture d’écran et montrez-la à d’autres.",
  ),
} as const satisfies Record<string, Words>;
