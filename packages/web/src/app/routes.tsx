import { Fragment, Suspense, useEffect, useReducer } from "react";
import type { ReactElement } from "react";
import { Redirect, useLocation } from "wouter";
import { maySessionExist, retrySession, useSession } from "../api/current-user.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import type { LazyPart } from "../lib/lazy-part.ts";
import { useResetToken } from "../lib/links.ts";
import { withAdminText, withDocsText, withFairnessText, withLaterText } from "../locales/text.ts";
import { FocusNewPage } from "../lib/focus.ts";
import { preloadDialog } from "../ui/overlay/dialog.tsx";
import { LoadingPage, UnreachablePage } from "./whole-page.tsx";

const CHAIN_WATCH_DELAY_MS = 2000;

/** Loaded late: the page itself comes before the check for swapped commitments and a restarted price. */
const ChainWatch = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, CHAIN_WATCH_DELAY_MS));
  return (await import("../features/verify/fairness/chain-watch.tsx")).ChainWatch;
});

const queryFrame = lazyPart(async () => (await import("./query-frame.tsx")).QueryFrame);
const signedInFrame = lazyPart(async () => (await import("./signed-in-frame.tsx")).SignedInFrame);

const landing = lazyPart(async () => (await import("../features/landing/landing-page.tsx")).LandingPage);
const auth = lazyPart(async () => (await import("../features/account/auth/auth-page.tsx")).AuthPage);
const dashboard = lazyPart(async () => (await import("../features/trade/dashboard-page.tsx")).DashboardPage);
const setup = lazyPart(
  async () => (await withLaterText(import("../features/account/setup/setup-page.tsx"))).SetupPage,
);
const practice = lazyPart(
  async () => (await withLaterText(import("../features/practice/practice-page.tsx"))).PracticePage,
);
const practiceReceipt = lazyPart(
  async () =>
    (await withLaterText(import("../features/verify/receipt/practice-receipt-page.tsx"))).PracticeReceiptPage,
);
const profile = lazyPart(
  async () => (await withLaterText(import("../features/account/profile/profile-page.tsx"))).ProfilePage,
);
const closing = lazyPart(
  async () => (await withLaterText(import("../features/account/closing/closing-page.tsx"))).ClosingPage,
);
const statement = lazyPart(
  async () => (await withLaterText(import("../features/money/statement/statement-page.tsx"))).StatementPage,
);
const results = lazyPart(
  async () => (await withLaterText(import("../features/money/results/results-page.tsx"))).ResultsPage,
);
const practiceResults = lazyPart(
  async () =>
    (await withLaterText(import("../features/practice/practice-results-page.tsx"))).PracticeResultsPage,
);
const limits = lazyPart(
  async () => (await withLaterText(import("../features/account/limits/limits-page.tsx"))).LimitsPage,
);
const receipt = lazyPart(
  async () => (await withLaterText(import("../features/verify/receipt/receipt-page.tsx"))).ReceiptPage,
);

const epoch = lazyPart(
  async () => (await withFairnessText(import("../features/verify/fairness/epoch/epoch-page.tsx"))).EpochPage,
);
const fairness = lazyPart(async () => {
  // Most links of the page lead to the epoch page.
  void epoch.preload();
  return (await withFairnessText(import("../features/verify/fairness/fairness-page.tsx"))).FairnessPage;
});
const beacon = lazyPart(
  async () =>
    (await withFairnessText(import("../features/verify/fairness/beacon/beacon-page.tsx"))).BeaconPage,
);
const liabilities = lazyPart(
  async () =>
    (await withFairnessText(import("../features/verify/liabilities/liabilities-page.tsx"))).LiabilitiesPage,
);
const status = lazyPart(
  async () => (await withFairnessText(import("../features/verify/status/status-page.tsx"))).StatusPage,
);
const verify = lazyPart(
  async () => (await withFairnessText(import("../features/verify/check/verify-page.tsx"))).VerifyPage,
);

const docs = lazyPart(
  async () => (await withFairnessText(withDocsText(import("../features/docs/docs-page.tsx")))).DocsPage,
);

const accessDenied = lazyPart(async () => (await import("./access-denied-page.tsx")).AccessDeniedPage);
const admin = lazyPart(async () => {
  const page = import("../features/admin/overview/admin-page.tsx");
  return (await withDialogs(withLaterText(withAdminText(page)))).AdminPage;
});
const attention = lazyPart(async () => {
  const page = import("../features/admin/attention/attention-page.tsx");
  return (await withDialogs(withLaterText(withAdminText(page)))).AttentionPage;
});
const records = () => import("../features/admin/records/records-page.tsx");
const deposits = lazyPart(
  async () => (await withDialogs(withLaterText(withAdminText(records())))).DepositsPage,
);
const withdrawals = lazyPart(
  async () => (await withDialogs(withLaterText(withAdminText(records())))).WithdrawalsPage,
);
const positions = lazyPart(async () => (await withLaterText(withAdminText(records()))).PositionsPage);
const exposure = lazyPart(async () => {
  const page = import("../features/admin/exposure/exposure-page.tsx");
  return (await withLaterText(withAdminText(page))).ExposurePage;
});
const audit = lazyPart(async () => {
  const page = import("../features/admin/audit/audit-page.tsx");
  return (await withLaterText(withAdminText(page))).AuditPage;
});
const care = lazyPart(async () => {
  const page = import("../features/admin/care/care-page.tsx");
  return (await withDialogs(withLaterText(withAdminText(page)))).CarePage;
});
const installation = lazyPart(async () => {
  const page = import("../features/admin/installation/installation-page.tsx");
  return (await withDialogs(withLaterText(withAdminText(page)))).InstallationPage;
});
const webhooks = lazyPart(async () => {
  const page = import("../features/admin/webhooks/webhooks-page.tsx");
  return (await withDialogs(withLaterText(withAdminText(page)))).WebhooksPage;
});
const user = lazyPart(async () => {
  const page = import("../features/admin/user/user-page.tsx");
  return (await withDialogs(withLaterText(withAdminText(page)))).UserPage;
});
const position = lazyPart(async () => {
  const page = import("../features/admin/user/position-page.tsx");
  return (await withLaterText(withAdminText(page))).PositionPage;
});

const DENIED = route("/admin", "signed-in", accessDenied);

/** All addresses, with their audience and their page. */
export const ROUTES = [
  route("/", "visitor", landing),
  route("/", "signed-in", dashboard),
  route("/dashboard", "signed-in", dashboard),
  route("/auth", "visitor", auth),
  route("/setup", "everyone", setup),
  route("/practice", "everyone", practice),
  route("/practice/positions/:id", "everyone", practiceReceipt),
  route("/practice/results", "everyone", practiceResults),
  route("/profile", "signed-in", profile),
  route("/profile/close", "signed-in", closing),
  route("/statement", "signed-in", statement),
  route("/results", "signed-in", results),
  route("/limits", "signed-in", limits),
  route("/positions/:id", "signed-in", receipt),
  route("/fairness", "everyone", fairness),
  route("/fairness/epochs/:epoch", "everyone", epoch),
  route("/fairness/beacon", "everyone", beacon),
  route("/fairness/liabilities", "everyone", liabilities),
  route("/status", "everyone", status),
  route("/verify", "everyone", verify),
  route("/verify/:id", "everyone", verify),
  route("/docs", "everyone", docs),
  route("/admin", "administrator", admin),
  route("/admin/attention", "administrator", attention),
  route("/admin/deposits", "administrator", deposits),
  route("/admin/withdrawals", "administrator", withdrawals),
  route("/admin/positions", "administrator", positions),
  route("/admin/exposure", "administrator", exposure),
  route("/admin/audit", "administrator", audit),
  route("/admin/care", "administrator", care),
  route("/admin/installation", "administrator", installation),
  route("/admin/webhooks", "administrator", webhooks),
  route("/admin/users/:id", "administrator", user),
  route("/admin/positions/:id", "administrator", position),
];

type Viewer = "visitor" | "signed-in" | "administrator";

/** Returns the loaded `code`. It also starts to fetch the code that draws dialogs, without waiting for it. */
function withDialogs<T>(code: Promise<T>): Promise<T> {
  void preloadDialog();
  return code;
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}` ? Record<Name, string> : object;

type Route = {
  readonly path: string;
  readonly audience: Viewer | "everyone";
  readonly pattern: RegExp;
  readonly preload: () => Promise<void>;
  readonly draw: (params: Record<string, string>) => ReactElement;
};

function route<const Path extends string>(
  path: Path,
  audience: Route["audience"],
  Part: LazyPart<ParamsOf<Path>>,
): Route {
  const pattern = new RegExp(`^${path.replace(/\/$/, "").replace(/:(\w+)/, "(?<$1>[^/]+)")}/?$`, "i");
  // Another id is another page, and must keep no state of the first.
  const draw: Route["draw"] = (params) => <Part key={params["id"]} {...(params as ParamsOf<Path>)} />;
  return { path, audience, pattern, preload: Part.preload, draw };
}

function isFor({ audience }: Route, viewer: Viewer): boolean {
  if (audience === "signed-in") return viewer !== "visitor";
  return audience === "everyone" || audience === viewer;
}

/** Returns the page that a viewer sees at an address, or the address to which the viewer is redirected. */
export function findPage(path: string, viewer: Viewer): Route | "/auth" | "/" {
  const known = ROUTES.filter(({ pattern }) => pattern.test(path));
  const open = known.find((entry) => isFor(entry, viewer));
  if (open !== undefined) return open;
  if (known.length === 0) return "/";
  if (viewer === "visitor") return "/auth";
  return known.some(({ audience }) => audience === "administrator") ? DENIED : "/";
}

/** Returns the frame around a page. The landing page has none, so visitors do not wait there for the query cache. */
function frameOf(page: Route, viewer: Viewer) {
  if (viewer !== "visitor") return signedInFrame;
  return page.path === "/" ? undefined : queryFrame;
}

/** Fetches a page and its frame in parallel. */
async function fetchAhead(path: string, viewer: Viewer): Promise<void> {
  const found = findPage(path, viewer);
  const page = typeof found === "string" ? findPage(found, viewer) : found;
  if (typeof page === "string") return;
  const frame = frameOf(page, viewer);
  // At the start, the viewer is not known yet to be an administrator, so the denied page is not fetched.
  await Promise.all([frame?.preload(), page !== DENIED && page.preload()]);
  // Every way back leads to the dashboard.
  if (viewer !== "visitor") void dashboard.preload();
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
  const isResetting = useResetToken() !== undefined && path === "/auth";
  // The braces matter: in newer browsers, `scrollTo` returns a promise, which React would take for a clean-up function.
  useEffect(() => {
    scrollTo(0, 0);
  }, [path]);
  // A link from an e-mail sets a new password, no matter who is signed in here.
  if (isResetting) return <Place path={path} viewer="visitor" />;
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
  const page = findPage(path, viewer);
  if (typeof page === "string") return <Redirect key={path} to={page} replace />;
  const frame = { Part: frameOf(page, viewer) ?? Fragment };
  return (
    <Suspense fallback={<LoadingPage />}>
      <frame.Part>
        {(viewer !== "visitor" || page.audience === "everyone") && (
          <Suspense fallback={null}>
            <ChainWatch />
          </Suspense>
        )}
        <Suspense fallback={<LoadingPage />}>
          {page.draw(page.pattern.exec(path)?.groups ?? {})}
          <FocusNewPage path={path} />
        </Suspense>
      </frame.Part>
    </Suspense>
  );
}
