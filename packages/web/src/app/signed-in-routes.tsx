import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Redirect, Route, Switch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { DashboardPage } from "../features/trade/dashboard-page.tsx";
import { ReminderPlace } from "../features/account/public.ts";
import { LiveProvider } from "../features/trade/public.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { chosenLanguage } from "../lib/preferences.ts";
import { queryClient } from "../api/query.ts";
import { onSessionLost } from "../api/sign-in.ts";
import { textIn, withFairnessText, withLaterText } from "../locales/text.ts";
import { notify } from "../ui/overlay/notice-store.ts";
import { AdminRoute } from "./admin-route.tsx";
import { ChainWatchPlace, MaintenancePlace } from "./places.tsx";
import { LoadingPage } from "./whole-page.tsx";
import { PUBLIC } from "../lib/links.ts";

const ProfilePage = lazyPart(async () => ({
  default: (await withLaterText(import("../features/account/profile/profile-page.tsx"))).ProfilePage,
}));
const StatementPage = lazyPart(async () => ({
  default: (await withLaterText(import("../features/money/statement/statement-page.tsx"))).StatementPage,
}));
const ReceiptPage = lazyPart(async () => ({
  default: (await withLaterText(import("../features/verify/receipt/receipt-page.tsx"))).ReceiptPage,
}));
const LimitsPage = lazyPart(async () => ({
  default: (await withLaterText(import("../features/account/limits/limits-page.tsx"))).LimitsPage,
}));
const FairnessRoutes = lazyPart(async () => ({
  default: (await withFairnessText(import("./fairness-routes.tsx"))).FairnessRoutes,
}));

/** The way back in, and a word about it: without one it would look like a fault. */
function leadBackIn() {
  navigate("/auth", { replace: true });
  // After the refusal of the call that learned of it, which would take its place.
  setTimeout(() => {
    notify(textIn(chosenLanguage()).auth.signedOut);
  });
}

/** One live connection serves all pages of a session, so that no result is missed while looking at the profile. */
export function SignedInRoutes() {
  useEffect(() => onSessionLost(leadBackIn), []);
  return (
    <QueryClientProvider client={queryClient}>
      <LiveProvider>
        <MaintenancePlace />
        <ChainWatchPlace />
        <ReminderPlace />
        <Suspense fallback={<LoadingPage />}>
          <Switch>
            <Route path="/" component={DashboardPage} />
            <Route path="/dashboard" component={DashboardPage} />
            <Route path="/profile" component={ProfilePage} />
            <Route path="/statement" component={StatementPage} />
            <Route path="/limits" component={LimitsPage} />
            <Route path={PUBLIC} component={FairnessRoutes} />
            <Route path="/positions/:id">{({ id }) => <ReceiptPage key={id} id={id} />}</Route>
            <Route path="/admin/*?" component={AdminRoute} />
            <Route>
              <Redirect to="/" replace />
            </Route>
          </Switch>
        </Suspense>
      </LiveProvider>
    </QueryClientProvider>
  );
}
