import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

export const operationsWords = {
  setup_link_invalid: refusal(
    403,
    "This set-up link is no longer valid. The server prints a new one each time it starts without an administrator.",
    "Ce lien d’installation n’est plus valable. Le serveur en affiche un nouveau à chaque démarrage sans administrateur.",
  ),
  installation_name_invalid: refusal(
    400,
    "Give the installation a name of at most 40 characters, on one line.",
    "Donnez à l’installation un nom de 40 caractères au plus, sur une seule ligne.",
  ),
  chat_address_invalid: refusal(
    400,
    "Enter a full address that starts with https.",
    "Saisissez une adresse complète qui commence par https.",
  ),
  setting_invalid: refusal(
    400,
    "This value cannot be used. See the allowed values below the field.",
    "Cette valeur ne convient pas. Les valeurs admises sont indiquées sous le champ.",
  ),
  step_up_required: refusal(
    403,
    "Confirm it’s you to continue.",
    "Confirmez que c’est bien vous pour continuer.",
  ),
  own_account: refusal(
    403,
    "This concerns your own account, so another administrator must decide.",
    "Cette demande concerne votre propre compte. Un autre administrateur doit la traiter.",
  ),
  proposal_decided: refusal(
    409,
    "This proposal was already decided. Nothing was changed.",
    "Cette proposition a déjà été traitée. Rien n’a été modifié.",
  ),
  proposal_own: refusal(
    409,
    "You made this proposal yourself. Another administrator must approve it.",
    "Vous avez fait cette proposition vous-même. Un autre administrateur doit la valider.",
  ),
  proposal_older: refusal(
    409,
    "You received your rights after this proposal was made. Someone who already had them must approve it. Otherwise, reject it and propose it again.",
    "Vous avez reçu vos droits après cette proposition. Une personne qui les avait déjà doit la valider. Sinon, refusez-la et faites-en une nouvelle.",
  ),
  role_insufficient: refusal(
    403,
    "Your role doesn’t allow this. Ask an administrator.",
    "Votre rôle ne le permet pas. Adressez-vous à un administrateur.",
  ),
  proposal_differs: refusal(
    409,
    "A different decision is already proposed here. Approve or reject that proposal first.",
    "Une autre décision est déjà proposée ici. Validez ou refusez d’abord cette proposition.",
  ),
  proposal_exists: refusal(
    409,
    "The same adjustment is already awaiting a second approval.",
    "Le même ajustement est déjà en attente de double validation.",
  ),
  too_many_proposals: refusal(
    409,
    "20 of your adjustments are awaiting a second approval. Wait until some are approved or rejected.",
    "20 de vos ajustements sont en attente de double validation. Attendez que certains soient validés ou refusés.",
  ),
  trading_locked: refusal(
    403,
    "Trading is locked on this account. Contact support.",
    "Les ordres sont bloqués sur ce compte. Contactez l’assistance.",
  ),
  withdrawals_locked: refusal(
    403,
    "Withdrawals are locked on this account. Contact support.",
    "Les retraits sont bloqués sur ce compte. Contactez l’assistance.",
  ),
  maintenance: refusal(
    503,
    "You can’t open a position during maintenance. Open positions are settled as usual.",
    "Une maintenance est en cours : vous ne pouvez pas ouvrir de position. Les positions ouvertes sont réglées comme d’habitude.",
  ),
  withdrawals_stopped: refusal(
    503,
    "Withdrawals are suspended during maintenance. Nothing was changed. Try again later.",
    "Les retraits sont suspendus pendant la maintenance. Rien n’a été modifié. Réessayez plus tard.",
  ),
  restore_unchecked: refusal(
    409,
    "A backup was restored. Confirm that you have checked its withdrawals at the provider.",
    "Une sauvegarde a été restaurée. Confirmez que vous avez vérifié ses retraits auprès du prestataire.",
  ),
  maintenance_message_invalid: refusal(
    400,
    "The message can have 200 characters at most.",
    "Le message peut compter 200 caractères au plus.",
  ),
  record_filter_invalid: refusal(
    400,
    "Invalid filter. Use a listed status, amounts such as 10.50 and a user id.",
    "Filtre non valable. Utilisez un statut proposé, des montants tels que 10,50 et un identifiant d’utilisateur.",
  ),
  audit_filter_invalid: refusal(
    400,
    "Invalid filter. Use an existing action and valid user ids.",
    "Filtre non valable. Utilisez une action existante et des identifiants d’utilisateur corrects.",
  ),
  invitation_label_invalid: refusal(
    400,
    "Describe the purpose of the invitation in 1 to 100 characters, on one line.",
    "Décrivez l’objet de l’invitation en 1 à 100 caractères, sur une seule ligne.",
  ),
  invitation_uses_invalid: refusal(
    400,
    "Enter how many people may register with the invitation: a whole number from 1 to 1,000.",
    "Indiquez combien de personnes peuvent s’inscrire avec l’invitation : un nombre entier de 1 à 1 000.",
  ),
  webhook_url_invalid: refusal(
    400,
    "Enter a publicly reachable https address. In the sandbox, you can also use http and addresses in a private network.",
    "Indiquez une adresse https joignable publiquement. En bac à sable, http et les adresses d’un réseau privé sont aussi admis.",
  ),
  webhook_types_invalid: refusal(
    400,
    "Choose at least one of the listed events.",
    "Choisissez au moins un des événements proposés.",
  ),
  too_many_webhooks: refusal(
    409,
    "There are 20 endpoints already. Remove one first.",
    "Il y a déjà 20 points de terminaison. Supprimez-en d’abord un.",
  ),
  webhook_paused: refusal(
    409,
    "This endpoint is paused. Resume it first.",
    "Ce point de terminaison est en pause. Reprenez-le d’abord.",
  ),
} as const satisfies Record<string, Words>;
