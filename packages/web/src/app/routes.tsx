import { lazy, Suspense, useEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { retrySession, useSession } from "../lib/current-user.ts";
import { useResetToken } from "../lib/reset-link.ts";
import { LoadingPage } from "./loading-page.tsx";
import { UnreachablePage } from "./unreachable-page.tsx";

const loadLanding = () => import("../features/landing/landing-page.tsx");
const loadAuth = () => import("./auth-route.tsx");
const loadSignedIn = () => import("./signed-in-routes.tsx");

const LandingPage = lazy(async () => ({ default: (await loadLanding()).LandingPage }));
const AuthRoute = lazy(async () => ({ default: (await loadAuth()).AuthRoute }));
const SignedInRoutes = lazy(async () => ({ default: (await loadSignedIn()).SignedInRoutes }));

/** What only someone signed in sees; `signed-in-routes.tsx` draws it. */
const PROTECTED = ["/dashboard", "/profile", "/statement", "/positions/:id", "/admin"];

/** Begins to fetch the page that an address most likely means while it is still being asked who is signed in. */
export function preloadPage(path: string) {
  const load = path === "/" ? loadLanding : path === "/auth" ? loadAuth : loadSignedIn;
  load().catch(() => undefined);
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
        <AuthRoute />
      </Suspense>
    );
  }
  if (session.state === "loading") return <LoadingPage />;
  if (session.state === "unreachable") return <UnreachablePage onRetry={() => void retrySession()} />;
  return (
    <Suspense fallback={<LoadingPage />}>
      {session.state === "signed-in" ? <SignedInRoutes /> : <VisitorRoutes />}
    </Suspense>
  );
}

function VisitorRoutes() {
  return (
    <Switch>
      <Route path="/" component={LandingPage} />
      <Route path="/auth" component={AuthRoute} />
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
