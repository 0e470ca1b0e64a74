import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

export const operationsWords = {
  step_up_required: refusal(
    403,
    "Prove again who you are, then go on.",
    "Prouvez à nouveau votre identité, puis continuez.",
  ),
  own_account: refusal(
    403,
    "This is about your own account. Another administrator has to decide it.",
    "Il s'agit de votre propre compte. Un autre administrateur doit décider.",
  ),
  proposal_decided: refusal(
    409,
    "This was already decided. Nothing was changed.",
    "Cela a déjà été décidé. Rien n'a été modifié.",
  ),
  proposal_own: refusal(
    409,
    "You proposed this yourself. Another administrator has to agree.",
    "Vous l'avez proposé vous-même. Un autre administrateur doit donner son accord.",
  ),
  proposal_differs: refusal(
    409,
    "Something else has been proposed here. Agree to that proposal or decline it first.",
    "Autre chose a déjà été proposé ici. Acceptez cette proposition ou refusez-la d'abord.",
  ),
  proposal_exists: refusal(
    409,
    "The same adjustment is already proposed and awaits a second administrator.",
    "Le même ajustement est déjà proposé et attend un second administrateur.",
  ),
  too_many_proposals: refusal(
    409,
    "20 of your adjustments await a second administrator. Wait until some are decided.",
    "20 de vos ajustements attendent un second administrateur. Attendez que certains soient traités.",
  ),
  trading_locked: refusal(
    403,
    "Trading is locked on this account. Please contact support.",
    "Le trading est bloqué sur ce compte. Veuillez contacter le support.",
  ),
  withdrawals_locked: refusal(
    403,
    "Withdrawals are locked on this account. Please contact support.",
    "Les retraits sont bloqués sur ce compte. Veuillez contacter le support.",
  ),
  maintenance: refusal(
    503,
    "Maintenance is under way, so no position can be opened. Open positions are settled as always.",
    "Une maintenance est en cours : aucune position ne peut être ouverte. Les positions ouvertes sont réglées comme toujours.",
  ),
  maintenance_message_invalid: refusal(
    400,
    "The message can have 200 characters at most.",
    "Le message peut compter 200 caractères au plus.",
  ),
  audit_filter_invalid: refusal(
    400,
    "Use an action that exists, and ids of users.",
    "Utilisez une action existante et des identifiants d'utilisateurs.",
  ),
} as const satisfies Record<string, Words>;
