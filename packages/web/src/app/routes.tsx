import { Fragment, Suspense, useEffect, useReducer } from "react";
import type { ComponentType } from "react";
import { Redirect, useLocation } from "wouter";
import { maySessionExist, retrySession, useSession } from "../api/current-user.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import type { LazyPart } from "../lib/lazy-part.ts";
import { ADDRESSES, findPage, frameOf } from "../lib/addresses.ts";
import type { Page, PageAddress, PathOf, Viewer } from "../lib/addresses.ts";
import { useAuthLink } from "../lib/links.ts";
import { withTextOf } from "../locales/text.ts";
import { FocusNewPage } from "../lib/focus.ts";
import { Boundary } from "../ui/boundary.tsx";
import { preloadDialog } from "../ui/overlay/dialog.tsx";
import { LoadingPage, PageBoundary, UnreachablePage } from "./whole-page.tsx";

const CHAIN_WATCH_DELAY_MS = 2000;

/** Loaded late: the page itself comes before the check for swapped commitments and a restarted price. */
const ChainWatch = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, CHAIN_WATCH_DELAY_MS));
  return (await import("../features/verify/fairness/chain-watch.tsx")).ChainWatch;
});

const FRAMES = {
  query: lazyPart(async () => (await import("./query-frame.tsx")).QueryFrame),
  signedIn: lazyPart(async () => (await import("./signed-in-frame.tsx")).SignedInFrame),
};

const records = () => import("../features/admin/records/records-page.tsx");

/** Loads the code of each page. The texts that it needs are in the table of addresses. */
const PAGES: { readonly [P in Page]: () => Promise<ComponentType<ParamsOf<PathOf<P>>>> } = {
  landing: async () => (await import("../features/landing/landing-page.tsx")).LandingPage,
  auth: async () => (await import("../features/account/auth/auth-page.tsx")).AuthPage,
  dashboard: async () => (await import("../features/trade/dashboard-page.tsx")).DashboardPage,
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
    void partOf("epoch").preload();
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

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}` ? Record<Name, string> : object;

type Params = Partial<Record<"id" | "epoch", string>>;
type Part = LazyPart<Params>;

const parts = new Map<PageAddress["page"], Part>([
  ["accessDenied", lazyPart(async () => (await import("./access-denied-page.tsx")).AccessDeniedPage)],
  ...ADDRESSES.map(({ page, ...entry }): [Page, Part] => {
    const load = PAGES[page] as () => Promise<ComponentType<Params>>;
    const texts = "texts" in entry ? entry.texts : [];
    return [page, lazyPart(() => texts.reduce((code, text) => withTextOf(text, code), load()))];
  }),
]);

const partOf = (page: PageAddress["page"]): Part => parts.get(page)!;

async function fetchAhead(path: string, viewer: Viewer): Promise<void> {
  const first = findPage(path, viewer);
  const found = typeof first === "string" ? findPage(first, viewer) : first;
  if (typeof found === "string") return;
  const { page } = found.page;
  const frame = frameOf(found.page, viewer);
  // At the start, the viewer is not known yet to be an administrator, so the denied page is not fetched.
  await Promise.all([frame && FRAMES[frame].preload(), page !== "accessDenied" && partOf(page).preload()]);
  // Every way back leads to the dashboard.
  if (viewer !== "visitor") void partOf("dashboard").preload();
}

/**
 * Fetches the most likely page of an address ahead. For visitors, it resolves when the page has arrived. While the server is
 * still asked who is signed in, it resolves at once, because there is a page to show until then.
 */
export async function preloadPage(path: string): Promise<void> {
  const isVisitor = !maySessionExist();
  const fetched = fetchAhead(path, isVisitor || path === "/auth" ? "visitor" : "signed-in");
  if (isVisitor) await fetched;
}

/** Shows the page of the current address to the current viewer. */
export function Routes() {
  const session = useSession();
  const [path] = useLocation();
  const followsLink = useAuthLink() !== undefined && path === "/auth";
  // The braces matter: in newer browsers, `scrollTo` returns a promise, which React would take for a clean-up function.
  useEffect(() => {
    scrollTo(0, 0);
  }, [path]);
  // A link from an e-mail does its work, no matter who is signed in here.
  if (followsLink) return <Place path={path} viewer="visitor" />;
  if (session.state === "loading") return <LoadingPage />;
  if (session.state === "unreachable") return <UnreachablePage onRetry={() => void retrySession()} />;
  const isAdmin = session.state === "signed-in" && session.user.isAdmin;
  const viewer = session.state === "signed-out" ? "visitor" : isAdmin ? "administrator" : "signed-in";
  return <Place path={path} viewer={viewer} />;
}

function Place({ path, viewer }: { path: string; viewer: Viewer }) {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  // React delays a page by 300 ms if the page waited for its code. A new draw from here shows it at once.
  useEffect(() => {
    let isCurrent = true;
    void fetchAhead(path, viewer).then(() => setTimeout(() => isCurrent && drawAgain()));
    return () => {
      isCurrent = false;
    };
  }, [path, viewer]);
  const found = findPage(path, viewer);
  if (typeof found === "string") return <Redirect key={path} to={found} replace />;
  const { page, params } = found;
  const frame = frameOf(page, viewer);
  const drawn = { Frame: frame ? FRAMES[frame] : Fragment, Page: partOf(page.page) };
  return (
    <PageBoundary>
      <Suspense fallback={<LoadingPage />}>
        <drawn.Frame>
          {(viewer !== "visitor" || page.audience === "everyone") && (
            <Boundary look="none">
              <Suspense fallback={null}>
                <ChainWatch />
              </Suspense>
            </Boundary>
          )}
          <PageBoundary>
            <Suspense fallback={<LoadingPage />}>
              {/* Another id is another page, and must keep no state of the first. */}
              <drawn.Page key={params["id"]} {...params} />
              <FocusNewPage path={path} />
            </Suspense>
          </PageBoundary>
        </drawn.Frame>
      </Suspense>
    </PageBoundary>
  );
}
