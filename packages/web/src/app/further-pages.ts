import type { ComponentType } from "react";
import type { Page, PathOf } from "../lib/addresses.ts";
import { preloadDialog } from "../ui/overlay/dialog.tsx";

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}` ? Record<Name, string> : object;

const records = () => import("../features/admin/records/records-page.tsx");

type FurtherPages = {
  readonly [P in Exclude<Page, "landing" | "dashboard">]: () => Promise<ComponentType<ParamsOf<PathOf<P>>>>;
} & { readonly accessDenied: () => Promise<ComponentType> };

/** Loads the code of each page but the first ones. The texts that it needs are in the table of addresses. */
export const FURTHER_PAGES: FurtherPages = {
  accessDenied: async () => (await import("./access-denied-page.tsx")).AccessDeniedPage,
  auth: async () => (await import("../features/account/auth/auth-page.tsx")).AuthPage,
  setup: async () => (await import("../features/account/setup/setup-page.tsx")).SetupPage,
  stopClosing: async () => (await import("../features/account/auth/stop-closing-page.tsx")).StopClosingPage,
  practice: async () => (await import("../features/practice/practice-page.tsx")).PracticePage,
  practiceReceipt: async () =>
    (await import("../features/verify/receipt/practice-receipt-page.tsx")).PracticeReceiptPage,
  practiceResults: async () =>
    (await import("../features/practice/practice-results-page.tsx")).PracticeResultsPage,
  profile: async () => (await import("../features/account/profile/profile-page.tsx")).ProfilePage,
  closing: async () => (await import("../features/account/closing/closing-page.tsx")).ClosingPage,
  statement: async () => (await import("../features/money/statement/statement-page.tsx")).StatementPage,
  results: async () => (await import("../features/money/results/results-page.tsx")).ResultsPage,
  year: async () => (await import("../features/money/results/year-page.tsx")).YearPage,
  limits: async () => (await import("../features/account/limits/limits-page.tsx")).LimitsPage,
  receipt: async () => (await import("../features/verify/receipt/receipt-page.tsx")).ReceiptPage,
  fairness: async () => {
    // Most links of the page lead to the epoch page.
    void FURTHER_PAGES.epoch().catch(() => undefined);
    return (await import("../features/verify/fairness/fairness-page.tsx")).FairnessPage;
  },
  epoch: async () => (await import("../features/verify/fairness/epoch/epoch-page.tsx")).EpochPage,
  beacon: async () => (await import("../features/verify/fairness/beacon/beacon-page.tsx")).BeaconPage,
  liabilities: async () =>
    (await import("../features/verify/liabilities/liabilities-page.tsx")).LiabilitiesPage,
  status: async () => (await import("../features/verify/status/status-page.tsx")).StatusPage,
  verify: async () => (await import("../features/verify/check/verify-page.tsx")).VerifyPage,
  docs: async () => (await import("../features/docs/docs-page.tsx")).DocsPage,
  help: async () => (await import("../features/docs/help-page.tsx")).HelpPage,
  accessibility: async () => (await import("../features/docs/accessibility-page.tsx")).AccessibilityPage,
  admin: async () => (await withDialogs(import("../features/admin/overview/admin-page.tsx"))).AdminPage,
  attention: async () =>
    (await withDialogs(import("../features/admin/attention/attention-page.tsx"))).AttentionPage,
  deposits: async () => (await withDialogs(records())).DepositsPage,
  withdrawals: async () => (await withDialogs(records())).WithdrawalsPage,
  positions: async () => (await records()).PositionsPage,
  exposure: async () => (await import("../features/admin/exposure/exposure-page.tsx")).ExposurePage,
  audit: async () => (await import("../features/admin/audit/audit-page.tsx")).AuditPage,
  care: async () => (await withDialogs(import("../features/admin/care/care-page.tsx"))).CarePage,
  installation: async () =>
    (await withDialogs(import("../features/admin/installation/installation-page.tsx"))).InstallationPage,
  webhooks: async () =>
    (await withDialogs(import("../features/admin/webhooks/webhooks-page.tsx"))).WebhooksPage,
  invitations: async () =>
    (await withDialogs(import("../features/admin/invitations/invitations-page.tsx"))).InvitationsPage,
  user: async () => (await withDialogs(import("../features/admin/user/user-page.tsx"))).UserPage,
  position: async () => (await import("../features/admin/user/position-page.tsx")).PositionPage,
};

/** Returns the loaded `code`. It also starts to fetch the code that draws dialogs, without waiting for it. */
function withDialogs<T>(code: Promise<T>): Promise<T> {
  void preloadDialog();
  return code;
}
