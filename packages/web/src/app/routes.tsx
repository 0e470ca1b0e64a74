import { Fragment, Suspense, useEffect, useReducer } from "react";
import type { ComponentType } from "react";
import { Redirect, useLocation } from "wouter";
import { maySessionExist, retrySession, useSession } from "../api/current-user.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import type { LazyPart } from "../lib/lazy-part.ts";
import { ADDRESSES, DENIED, findPage, frameOf } from "../lib/addresses.ts";
import type { PageAddress, Viewer } from "../lib/addresses.ts";
import { useAuthLink } from "../lib/links.ts";
import { withTextOf } from "../locales/text.ts";
import { FocusNewPage } from "../lib/focus.ts";
import { Boundary } from "../ui/boundary.tsx";
import { LoadingPage, PageBoundary, UnreachablePage } from "./whole-page.tsx";

const CHAIN_WATCH_DELAY_MS = 2000;

/** Loaded late: the page itself comes before the check for swapped commitments and a restarted price. */
const ChainWatch = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, CHAIN_WATCH_DELAY_MS));
  return (await import("../features/verify/fairness/chain-watch.tsx")).ChainWatch;
});

const FRAMES = {
  query: lazyPart(async () => (await import("./query-frame.tsx")).QueryFrame),
  signedIn: lazyPart(async () => (await withTextOf("desk", import("./signed-in-frame.tsx"))).SignedInFrame),
};

type Params = Partial<Record<"id" | "epoch", string>>;
type Part = LazyPart<Params>;

/** The pages that most visits begin with. The table of all others loads beside them, with the names of their files. */
const FIRST = {
  landing: async () => (await import("../features/landing/landing-page.tsx")).LandingPage,
  dashboard: async () => (await import("../features/trade/dashboard-page.tsx")).DashboardPage,
};
const furtherPages = async () => (await import("./further-pages.ts")).FURTHER_PAGES;

async function loadPage(page: PageAddress["page"]): Promise<ComponentType<Params>> {
  const load = page === "landing" || page === "dashboard" ? FIRST[page] : (await furtherPages())[page];
  return (load as () => Promise<ComponentType<Params>>)();
}

const parts = new Map<PageAddress["page"], Part>(
  [DENIED, ...ADDRESSES].map(({ page, texts = [] }: PageAddress) => [
    page,
    lazyPart(() => texts.reduce((code, text) => withTextOf(text, code), loadPage(page))),
  ]),
);

const partOf = (page: PageAddress["page"]): Part => parts.get(page)!;

async function fetchAhead(path: string, viewer: Viewer): Promise<void> {
  const first = findPage(path, viewer);
  const found = typeof first === "string" ? findPage(first, viewer) : first;
  if (typeof found === "string") return;
  const { page } = found.page;
  const frame = frameOf(found.page, viewer);
  // At the start, the viewer is not known yet to be an administrator, so the denied page is not fetched.
  await Promise.all([frame && FRAMES[frame].preload(), page !== "accessDenied" && partOf(page).preload()]);
  // The next page needs the table. Every way back leads to the dashboard.
  void furtherPages().catch(() => undefined);
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
