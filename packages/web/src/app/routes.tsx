import { Suspense, useEffect, useState } from "react";
import type { ComponentType } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { retrySession, useSession } from "../api/current-user.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { PUBLIC, useResetToken } from "../lib/links.ts";
import { maySessionExist } from "../api/session-hint.ts";
import { withFairnessText } from "../locales/text.ts";
import { LoadingPage, UnreachablePage } from "./whole-page.tsx";

const landing = page(async () => (await import("../features/landing/landing-page.tsx")).LandingPage);
const auth = page(async () => (await import("./auth-route.tsx")).AuthRoute);
const signedIn = page(async () => (await import("./signed-in-routes.tsx")).SignedInRoutes);
const fairness = page(async () => (await withFairnessText(import("./fairness-routes.tsx"))).FairnessRoutes);

/** What only someone signed in sees; `signed-in-routes.tsx` draws it. */
const PROTECTED = ["/dashboard", "/profile", "/statement", "/limits", "/positions/:id", "/admin/*?"];

/**
 * Begins to fetch the page that an address most likely means. Resolves when it is here; at once where it is still being
 * asked who is signed in, as there is something to show until then.
 */
export async function preloadPage(path: string): Promise<void> {
  const isVisitor = !maySessionExist();
  const visited = path === "/" ? landing : PUBLIC.test(path) ? fairness : auth;
  const wanted = isVisitor || path === "/auth" ? visited : signedIn;
  const fetched = wanted.fetch().catch(() => undefined);
  if (isVisitor) await fetched;
}

/** A page whose code is fetched when it is needed, and drawn without a pause where it is here already. */
function page(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | undefined;
  const fetch = async () => (loaded ??= await load());
  const Later = lazyPart(async () => ({ default: await fetch() }));
  function Page() {
    const [Drawn] = useState(() => loaded ?? Later);
    return <Drawn />;
  }
  return { fetch, Page };
}

/** Which page an address means, for someone signed in and for everyone else. */
export function Routes() {
  const session = useSession();
  const isResetting = useResetToken() !== undefined;
  const [path] = useLocation();
  useScrollToTop();
  // A link from an e-mail sets a new password whoever is signed in here.
  if (isResetting && path === "/auth") {
    return (
      <Suspense fallback={<LoadingPage />}>
        <auth.Page />
      </Suspense>
    );
  }
  if (session.state === "loading") return <LoadingPage />;
  if (session.state === "unreachable") return <UnreachablePage onRetry={() => void retrySession()} />;
  return (
    <Suspense fallback={<LoadingPage />}>
      {session.state === "signed-in" ? <signedIn.Page /> : <VisitorRoutes />}
    </Suspense>
  );
}

function VisitorRoutes() {
  return (
    <Switch>
      <Route path="/" component={landing.Page} />
      <Route path="/auth" component={auth.Page} />
      <Route path={PUBLIC} component={fairness.Page} />
      {PROTECTED.map((path) => (
        <Route key={path} path={path}>
          <Redirect to="/auth" replace />
        </Route>
      ))}
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  );
}

function useScrollToTop() {
  const [location] = useLocation();
  // In braces: newer browsers answer a promise here, which React would take for a clean-up.
  useEffect(() => {
    scrollTo(0, 0);
  }, [location]);
}
