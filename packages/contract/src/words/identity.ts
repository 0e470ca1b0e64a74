import { refusal } from "./refusal.ts";
import type { Words } from "./refusal.ts";

export const identityWords = {
  not_signed_in: refusal(401, "Sign in to continue.", "Connectez-vous pour continuer."),
  credentials_wrong: refusal(401, "Wrong e-mail or password.", "E-mail ou mot de passe incorrect."),
  current_password_wrong: refusal(
    400,
    "The current password is wrong.",
    "Le mot de passe actuel est incorrect.",
  ),
  two_step_required: refusal(
    403,
    "Enter the code from your authenticator app.",
    "Saisissez le code de votre application d’authentification.",
  ),
  two_step_wrong: refusal(
    400,
    "This code is wrong or was already used. Wait for the next one.",
    "Ce code est incorrect ou a déjà servi. Attendez le suivant.",
  ),
  two_step_locked: refusal(
    429,
    "Too many wrong codes. Try again in {minutes}, or use a recovery code.",
    "Trop de codes incorrects. Réessayez dans {minutes}, ou utilisez un code de secours.",
  ),
  two_step_on: refusal(
    409,
    "Two-step sign-in is already on.",
    "La double authentification est déjà activée.",
  ),
  two_step_off: refusal(409, "Two-step sign-in is off.", "La double authentification n’est pas activée."),
  two_step_not_begun: refusal(
    409,
    "This set-up has expired. Start it again.",
    "Cette configuration a expiré. Recommencez-la.",
  ),
  passkey_required: refusal(
    403,
    "Confirm with your passkey, or enter a recovery code.",
    "Confirmez avec votre clé d’accès, ou saisissez un code de secours.",
  ),
  passkey_wrong: refusal(
    400,
    "We could not confirm this passkey. Try again, or use another method.",
    "Cette clé d’accès n’a pas pu être confirmée. Réessayez, ou utilisez une autre méthode.",
  ),
  passkey_taken: refusal(
    409,
    "This passkey already belongs to an account.",
    "Cette clé d’accès appartient déjà à un compte.",
  ),
  passkey_name_invalid: refusal(
    400,
    "Give the passkey a name of 1 to 50 characters.",
    "Donnez à la clé d’accès un nom de 1 à 50 caractères.",
  ),
  no_passkey: refusal(
    409,
    "This account has no passkey. Add one in the profile first.",
    "Ce compte n’a pas de clé d’accès. Ajoutez-en d’abord une dans le profil.",
  ),
  too_many_passkeys: refusal(
    409,
    "This account already has 20 passkeys. Remove one first.",
    "Ce compte a déjà 20 clés d’accès. Supprimez-en d’abord une.",
  ),
  key_invalid: refusal(
    401,
    "This API key is wrong, has expired or was revoked. Use another one.",
    "Cette clé API est incorrecte, expirée ou révoquée. Utilisez-en une autre.",
  ),
  key_scope_missing: refusal(
    403,
    "This API key does not have the scope that this call needs. Create a key that has it.",
    "Cette clé API n’a pas l’autorisation que cet appel exige. Créez une clé qui la possède.",
  ),
  key_not_accepted: refusal(
    403,
    "API keys cannot make this call. Sign in instead.",
    "Les clés API ne permettent pas cet appel. Connectez-vous.",
  ),
  key_address_refused: refusal(
    403,
    "This API key cannot be used from your IP address.",
    "Cette clé API ne peut pas être utilisée depuis votre adresse IP.",
  ),
  key_name_invalid: refusal(
    400,
    "Give the key a name of 1 to 50 characters.",
    "Donnez à la clé un nom de 1 à 50 caractères.",
  ),
  key_scopes_invalid: refusal(
    400,
    "Choose at least one scope for the key: read, trade or account.",
    "Choisissez au moins une autorisation pour la clé : read, trade ou account.",
  ),
  key_addresses_invalid: refusal(
    400,
    "Enter at most 20 IP addresses or networks, such as 203.0.113.7 or 203.0.113.0/24.",
    "Saisissez au plus 20 adresses IP ou réseaux, par exemple 203.0.113.7 ou 203.0.113.0/24.",
  ),
  key_address_invalid: refusal(
    400,
    "“{address}” is not a valid IP address or network. Use a form such as 203.0.113.7 or 203.0.113.0/24.",
    "« {address} » n’est ni une adresse IP ni un réseau valable. Écrivez par exemple 203.0.113.7 ou 203.0.113.0/24.",
  ),
  key_expiry_invalid: refusal(
    400,
    "Choose an expiry of 1 to 366 days, or no expiry.",
    "Choisissez une durée de validité de 1 à 366 jours, ou aucune limite.",
  ),
  too_many_keys: refusal(
    409,
    "This account already has 20 API keys. Revoke one first.",
    "Ce compte a déjà 20 clés API. Révoquez-en d’abord une.",
  ),
  push_endpoint_invalid: refusal(
    400,
    "This site cannot send notifications through your browser’s push service. Try another browser.",
    "Ce site ne peut pas envoyer de notifications par le service de votre navigateur. Essayez un autre navigateur.",
  ),
  too_many_push_devices: refusal(
    409,
    "10 browsers already receive notifications. Remove one first.",
    "10 navigateurs reçoivent déjà des notifications. Supprimez-en d’abord un.",
  ),
  last_factor: refusal(
    409,
    "This is your only method for two-step sign-in. Set up another one first.",
    "C’est votre seule méthode de double authentification. Configurez-en d’abord une autre.",
  ),
  second_factor_required: refusal(
    403,
    "Staff need two-step sign-in. Set up a passkey or an authenticator app in your profile.",
    "L’équipe doit utiliser la double authentification. Configurez une clé d’accès ou une application d’authentification dans votre profil.",
  ),
  country_blocked: refusal(
    451,
    "You cannot register, deposit or open a position from the country you are connecting from, or if we cannot determine that country. You can still sell back, withdraw and close your account.",
    "Vous ne pouvez pas vous inscrire, déposer ni ouvrir de position depuis le pays d’où vous vous connectez, ou si nous ne pouvons pas déterminer ce pays. Vous pouvez toujours revendre, retirer et fermer votre compte.",
  ),
  terms_not_accepted: refusal(
    403,
    "Accept the current terms of use on this site first. You can still sell back, withdraw and close your account.",
    "Acceptez d’abord, sur ce site, les conditions d’utilisation en vigueur. Vous pouvez toujours revendre, retirer et fermer votre compte.",
  ),
  terms_changed: refusal(
    409,
    "The terms of use have changed. Read them and accept them.",
    "Les conditions d’utilisation ont changé. Lisez-les et acceptez-les.",
  ),
  terms_unlinked: refusal(
    409,
    "While TERMS_VERSION is set, LEGAL_LINKS needs a link to the terms of use, so that users can read what they accept.",
    "Tant que TERMS_VERSION est défini, LEGAL_LINKS doit contenir un lien vers les conditions d’utilisation, afin que les utilisateurs puissent lire ce qu’ils acceptent.",
  ),
  reset_link_invalid: refusal(
    400,
    "This link is no longer valid. Request a new one.",
    "Ce lien n’est plus valable. Demandez-en un nouveau.",
  ),
  callback_refused: refusal(
    401,
    "The signature of this callback is missing or wrong.",
    "La signature de cette notification (callback) est absente ou incorrecte.",
  ),
  registration_closed: refusal(
    403,
    "Registration is closed for now. If you have an account, sign in.",
    "Les inscriptions sont fermées pour le moment. Si vous avez un compte, connectez-vous.",
  ),
  invitation_required: refusal(
    403,
    "Registration is by invitation. Enter your invitation code.",
    "L’inscription se fait sur invitation. Saisissez votre code d’invitation.",
  ),
  invitation_invalid: refusal(
    403,
    "This invitation code is wrong or no longer valid. Check it, or ask the person who invited you for another one.",
    "Ce code d’invitation est erroné ou n’est plus valable. Vérifiez-le, ou demandez-en un autre à la personne qui vous l’a envoyé.",
  ),
  email_taken: refusal(
    409,
    "An account with this e-mail already exists. Sign in instead.",
    "Un compte existe déjà avec cette adresse e-mail. Connectez-vous.",
  ),
  email_link_invalid: refusal(
    400,
    "This link is no longer valid: it was already used, was replaced by a newer one, or has expired.",
    "Ce lien n’est plus valable : il a déjà servi, a été remplacé par un plus récent ou a expiré.",
  ),
  email_same: refusal(
    409,
    "This is already the e-mail address of your account.",
    "C’est déjà l’adresse e-mail de votre compte.",
  ),
  email_change_stopped: refusal(
    409,
    "A change of this account’s e-mail address was stopped. You can change it again from {until}.",
    "Un changement d’adresse e-mail de ce compte a été annulé. Vous pourrez de nouveau la changer à partir du {until}.",
  ),
  email_confirmed: refusal(
    409,
    "This user has already confirmed the e-mail address.",
    "Cet utilisateur a déjà confirmé son adresse e-mail.",
  ),
  role_unconfirmed: refusal(
    409,
    "This user has not confirmed their e-mail address, so e-mails to staff would not reach them. Send the confirmation again first.",
    "Cet utilisateur n’a pas confirmé son adresse e-mail : il ne recevrait pas les e-mails destinés à l’équipe. Renvoyez d’abord la confirmation.",
  ),
  last_admin: refusal(
    409,
    "This is the last administrator. Make someone else an administrator first.",
    "C’est le dernier administrateur. Nommez d’abord un autre administrateur.",
  ),
  role_recent: refusal(
    409,
    "This account has a role, or had one in the last 7 days. Remove the role, and delete the account 7 days later.",
    "Ce compte a un rôle, ou en avait un au cours des 7 derniers jours. Retirez le rôle, et supprimez le compte 7 jours plus tard.",
  ),
  forbidden: refusal(403, "Access Denied", "Accès refusé"),
  origin_refused: refusal(
    403,
    "This request came from another website and was refused.",
    "Cette requête provient d’un autre site et a été refusée.",
  ),
  socket_limit: refusal(
    429,
    "Too many live connections are open on this account. Close a few tabs.",
    "Trop de connexions en direct sont ouvertes sur ce compte. Fermez quelques onglets.",
  ),
} as const satisfies Record<string, Words>;
