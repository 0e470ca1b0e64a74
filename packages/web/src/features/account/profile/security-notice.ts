import { describeAgent } from "@veritick/contract/describe-agent.ts";
import type { SecurityEvent, SecurityEventKind } from "@veritick/contract/schemas/security.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { getOptions, keyOf, queryClient } from "../../../api/query.ts";
import { chosenLanguage } from "../../../lib/preferences.ts";
import { textOf } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";

/** The events that need the owner's action at once if somebody else caused them. */
const GRAVE: ReadonlySet<SecurityEventKind> = new Set([
  "password_changed",
  "password_reset",
  "email_change_requested",
  "email_changed",
  "two_step_disabled",
  "recovery_code_used",
  "recovery_codes_renewed",
  "withdrawal_code_created",
  "withdrawal_code_reset",
  "withdrawal_code_locked",
  "withdrawal_address_saved",
  "saved_addresses_only_disabled",
  "mail_phrase_changed",
  "two_step_locked",
  "passkey_added",
  "passkey_removed",
  "api_key_created",
  "closing_scheduled",
]);

/** Shows a notice of an event that bears on the account's safety, unless this session caused it. */
export async function announceSecurityEvent(event: SecurityEvent): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: keyOf("listSessions") });
  if (event.kind === "email_confirmed") {
    void refreshCurrentUser();
    return;
  }
  if (event.kind === "withdrawal_code_created" || event.kind === "withdrawal_code_reset")
    void refreshCurrentUser();
  if (event.sessionId !== null && event.sessionId === (await findOwnSession())) return;
  const { security } = textOf("later", chosenLanguage());
  const device = describeAgent(event.userAgent, security);
  notify({
    title: security.events[event.kind],
    body: security.notice(event.address === null ? device : `${device}, ${event.address}`),
    tone: GRAVE.has(event.kind) ? "destructive" : "default",
    isNews: true,
  });
}

/** Returns undefined when the server does not answer. The event then counts as somebody else's, so that none is missed. */
async function findOwnSession(): Promise<string | undefined> {
  try {
    return (await queryClient.ensureQueryData(getOptions("getSecurity"))).sessionId;
  } catch {
    return undefined;
  }
}
