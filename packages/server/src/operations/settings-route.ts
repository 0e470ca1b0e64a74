import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { settings } from "@veritick/contract/schemas/settings.ts";
import type { Config } from "../config/config.ts";
import type { PaymentProvider } from "../payments/public.ts";
import type { Bind } from "../platform/http/bind.ts";

/** What the interface needs to know about this installation. */
export function settingsRoute(
  bind: Bind,
  context: { config: Config; provider: PaymentProvider; maintenance(): Maintenance },
): void {
  const { config, provider } = context;
  const { payments } = config;
  bind(settings, () => ({
    sandbox: provider.sandbox,
    sandboxConfirmSeconds: payments.provider === "sandbox" ? (payments.confirmSeconds ?? null) : null,
    supportChatUrl: config.supportChatUrl ?? null,
    passwordReset: config.mail !== undefined,
    withdrawalHoldHours: config.withdrawalHoldHours,
    helpLinks: config.helpLinks,
    maintenance: context.maintenance(),
  }));
}
