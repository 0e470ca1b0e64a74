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
    "La connexion en deux étapes est déjà activée.",
  ),
  two_step_off: refusal(409, "Two-step sign-in is not on.", "La connexion en deux étapes n’est pas activée."),
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
    "This passkey could not be confirmed. Try again, or use another way.",
    "Cette clé d’accès n’a pas pu être confirmée. Réessayez, ou utilisez un autre moyen.",
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
    "This API key does not have the scope that this call needs. Create one that has it.",
    "Cette clé API n’a pas l’autorisation que cet appel exige. Créez-en une qui l’a.",
  ),
  key_not_accepted: refusal(
    403,
    "API keys cannot make this call. Sign in instead.",
    "Les clés API ne permettent pas cet appel. Connectez-vous.",
  ),
  key_address_refused: refusal(
    403,
    "This API key does not work from this address.",
    "Cette clé API ne fonctionne pas depuis cette adresse.",
  ),
  key_name_invalid: refusal(
    400,
    "Give the key a name of 1 to 50 characters.",
    "Donnez à la clé un nom de 1 à 50 caractères.",
  ),
  key_scopes_invalid: refusal(
    400,
    "Choose at least one thing that the key may do: read, trade or account.",
    "Choisissez au moins une chose que la clé permet\u00a0: read, trade ou account.",
  ),
  key_addresses_invalid: refusal(
    400,
    "Enter at most 20 addresses or networks, such as 203.0.113.7 or 203.0.113.0/24.",
    "Saisissez au plus 20 adresses ou réseaux, par exemple 203.0.113.7 ou 203.0.113.0/24.",
  ),
  key_address_invalid: refusal(
    400,
    "“{address}” is no IP address or network. Write it like 203.0.113.7 or 203.0.113.0/24.",
    "«\u00a0{address}\u00a0» n’est ni une adresse IP ni un réseau. Écrivez par exemple 203.0.113.7 ou 203.0.113.0/24.",
  ),
  key_expiry_invalid: refusal(
    400,
    "Choose an expiry of 1 to 366 days, or none.",
    "Choisissez une durée de 1 à 366 jours, ou aucune.",
  ),
  too_many_keys: refusal(
    409,
    "This account already has 20 API keys. Revoke one first.",
    "Ce compte a déjà 20 clés API. Révoquez-en d’abord une.",
  ),
  push_endpoint_invalid: refusal(
    400,
    "This site sends no notifications through this browser’s push service. Try another browser.",
    "Ce site n’envoie pas de notifications par le service de ce navigateur. Essayez un autre navigateur.",
  ),
  too_many_push_devices: refusal(
    409,
    "10 browsers already get notifications. Remove one first.",
    "10 navigateurs reçoivent déjà des notifications. Supprimez-en d’abord un.",
  ),
  last_factor: refusal(
    409,
    "This is your only second step. Set up another one first.",
    "C’est votre seule deuxième étape. Configurez-en d’abord une autre.",
  ),
  second_factor_required: refusal(
    403,
    "Administrators need a second step. Set up a passkey or an authenticator app in your profile.",
    "Les administrateurs ont besoin d’une deuxième étape. Configurez une clé d’accès ou une application d’authentification dans votre profil.",
  ),
  country_blocked: refusal(
    451,
    "You cannot register, deposit or open a position from the country you connect from, or if we cannot tell which country that is. You can still sell back, withdraw and close your account.",
    "Vous ne pouvez pas vous inscrire, déposer ni ouvrir de position depuis le pays d’où vous vous connectez, ou si nous ne parvenons pas à le déterminer. Vous pouvez toujours revendre, retirer et fermer votre compte.",
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
    "People must be able to read the terms of use that they accept: LEGAL_LINKS needs a link while TERMS_VERSION is set.",
    "Les utilisateurs doivent pouvoir lire les conditions d’utilisation qu’ils acceptent\u00a0: LEGAL_LINKS doit contenir un lien tant que TERMS_VERSION est défini.",
  ),
  reset_link_invalid: refusal(
    400,
    "This link is no longer valid. Request a new one.",
    "Ce lien n’est plus valable. Demandez-en un nouveau.",
  ),
  callback_refused: refusal(
    401,
    "The signature of this callback is missing or wrong.",
    "La signature de ce rappel est absente ou incorrecte.",
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
    "This invitation code is wrong or no longer valid. Check it, or ask the person who invited you for another.",
    "Ce code d’invitation est erroné ou n’est plus valable. Vérifiez-le, ou demandez-en un autre à la personne qui vous a invité.",
  ),
  email_taken: refusal(
    409,
    "An account with this e-mail already exists. Log in instead.",
    "Un compte existe déjà avec cette adresse e-mail. Connectez-vous.",
  ),
  email_link_invalid: refusal(
    400,
    "This link is no longer valid: it was used already, was replaced by a newer one, or has expired.",
    "Ce lien n’est plus valable\u00a0: il a déjà servi, a été remplacé par un plus récent ou a expiré.",
  ),
  email_same: refusal(
    409,
    "This already is the e-mail address of your account.",
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
    "This user has not confirmed the e-mail address, so no e-mail about their work would reach them. Send the confirmation again first.",
    "Cet utilisateur n’a pas confirmé son adresse e-mail\u00a0: aucun e-mail sur son travail ne lui parviendrait. Renvoyez d’abord la confirmation.",
  ),
  last_admin: refusal(
    409,
    "This is the last administrator. Make someone else an administrator first.",
    "C’est le dernier administrateur. Nommez d’abord un autre administrateur.",
  ),
  role_recent: refusal(
    409,
    "This account has a role, or had one in the last 7 days. Revoke the role and delete the account 7 days later.",
    "Ce compte a un rôle, ou en avait un au cours des 7 derniers jours. Retirez le rôle et supprimez le compte 7 jours plus tard.",
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
