import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

export const operationsWords = {
  setup_link_invalid: refusal(
    403,
    "This address is not valid any more. The server prints a new one at each start without an administrator.",
    "Cette adresse n’est plus valable. Le serveur en affiche une nouvelle à chaque démarrage sans administrateur.",
  ),
  installation_name_invalid: refusal(
    400,
    "Give the installation a name of at most 40 characters, on one line.",
    "Donnez à l’installation un nom de 40 caractères au plus, sur une seule ligne.",
  ),
  chat_address_invalid: refusal(
    400,
    "Enter a full address that begins with https.",
    "Saisissez une adresse complète qui commence par https.",
  ),
  setting_invalid: refusal(
    400,
    "This value cannot be used. See the allowed values below the field.",
    "Cette valeur ne convient pas. Les valeurs admises sont indiquées sous le champ.",
  ),
  step_up_required: refusal(
    403,
    "Confirm your identity to continue.",
    "Confirmez votre identité pour continuer.",
  ),
  own_account: refusal(
    403,
    "This concerns your own account. Another administrator must decide it.",
    "Cette demande concerne votre propre compte. Un autre administrateur doit la traiter.",
  ),
  proposal_decided: refusal(
    409,
    "This was already decided. Nothing was changed.",
    "Cela a déjà été décidé. Rien n’a été modifié.",
  ),
  proposal_own: refusal(
    409,
    "You proposed this yourself. Another administrator must agree.",
    "Vous l’avez proposé vous-même. Un autre administrateur doit donner son accord.",
  ),
  proposal_older: refusal(
    409,
    "Your rights are newer than this proposal. Somebody who had them before must agree, or decline it and propose it again.",
    "Vos droits sont plus récents que cette proposition. Quelqu’un qui les avait avant doit l’accepter ; sinon, refusez-la et proposez-la de nouveau.",
  ),
  role_insufficient: refusal(
    403,
    "Your role doesn’t allow this. Ask an administrator.",
    "Votre rôle ne le permet pas. Demandez à un administrateur.",
  ),
  proposal_differs: refusal(
    409,
    "Another decision is already proposed here. Agree to that proposal or decline it first.",
    "Une autre décision est déjà proposée ici. Acceptez d’abord cette proposition, ou refusez-la.",
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
    "Le trading est bloqué sur ce compte. Veuillez contacter l’assistance.",
  ),
  withdrawals_locked: refusal(
    403,
    "Withdrawals are locked on this account. Please contact support.",
    "Les retraits sont bloqués sur ce compte. Veuillez contacter l’assistance.",
  ),
  maintenance: refusal(
    503,
    "You can’t open a position during maintenance. Open positions are settled as usual.",
    "Une maintenance est en cours : vous ne pouvez pas ouvrir de position. Les positions ouvertes sont réglées comme d’habitude.",
  ),
  withdrawals_stopped: refusal(
    503,
    "Withdrawals are stopped during maintenance. Nothing was changed. Try again later.",
    "Les retraits sont suspendus pendant la maintenance. Rien n’a été modifié. Réessayez plus tard.",
  ),
  restore_unchecked: refusal(
    409,
    "A backup was restored. Confirm that the withdrawals it brought back have been checked at the provider.",
    "Une sauvegarde a été restaurée. Confirmez que les retraits qu’elle a ramenés ont été vérifiés chez le prestataire.",
  ),
  maintenance_message_invalid: refusal(
    400,
    "The message can have 200 characters at most.",
    "Le message peut compter 200 caractères au plus.",
  ),
  record_filter_invalid: refusal(
    400,
    "Use a status of this list, amounts such as 10.50, and the id of a user.",
    "Utilisez un statut de cette liste, des montants tels que 10,50 et l’identifiant d’un utilisateur.",
  ),
  audit_filter_invalid: refusal(
    400,
    "Use an existing action and valid user ids.",
    "Utilisez une action existante et des identifiants d’utilisateur valides.",
  ),
  invitation_label_invalid: refusal(
    400,
    "Say in 1 to 100 characters, on one line, what the invitation is for.",
    "Dites en 1 à 100 caractères, sur une seule ligne, à quoi sert l’invitation.",
  ),
  invitation_uses_invalid: refusal(
    400,
    "Enter how many people may register with it: a whole number from 1 to 1,000.",
    "Indiquez combien de personnes peuvent s’inscrire avec elle\u00a0: un nombre entier de 1 à 1 000.",
  ),
  webhook_url_invalid: refusal(
    400,
    "Enter an https address that anybody can reach. In the sandbox, http and https may also lead into a private network.",
    "Indiquez une adresse https joignable publiquement. En bac à sable, http et https peuvent aussi mener à un réseau privé.",
  ),
  webhook_types_invalid: refusal(
    400,
    "Choose at least one of the listed events.",
    "Choisissez au moins un des événements proposés.",
  ),
  too_many_webhooks: refusal(
    409,
    "There are 20 endpoints already. Remove one first.",
    "Il y a déjà 20 points de terminaison. Supprimez-en un d’abord.",
  ),
  webhook_paused: refusal(
    409,
    "This endpoint is paused. Resume it first.",
    "Ce point de terminaison est en pause. Reprenez-le d’abord.",
  ),
} as const satisfies Record<string, Words>;
