import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Redirect, Route, Switch } from "wouter";
import { EpochPage } from "../features/verify/fairness/epoch-page.tsx";
import { FairnessPage } from "../features/verify/fairness/fairness-page.tsx";
import { useSession } from "../api/current-user.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { queryClient } from "../api/query.ts";
import { ChainWatchPlace } from "./places.tsx";
import { LoadingPage } from "./whole-page.tsx";

const VerifyPage = lazyPart(async () => ({
  default: (await import("../features/verify/check/verify-page.tsx")).VerifyPage,
}));
const LiabilitiesPage = lazyPart(async () => ({
  default: (await import("../features/verify/liabilities/liabilities-page.tsx")).LiabilitiesPage,
}));

/** The pages that show how everything can be checked: for visitors and for people who are signed in. */
export function FairnessRoutes() {
  const isVisitor = useSession().state !== "signed-in";
  return (
    <QueryClientProvider client={queryClient}>
      {isVisitor && <ChainWatchPlace />}
      <Suspense fallback={<LoadingPage />}>
        <Switch>
          <Route path="/fairness" component={FairnessPage} />
          <Route path="/fairness/epochs/:epoch">{({ epoch }) => <EpochPage epoch={epoch} />}</Route>
          <Route path="/fairness/liabilities" component={LiabilitiesPage} />
          <Route path="/verify">
            <VerifyPage />
          </Route>
          <Route path="/verify/:id">{({ id }) => <VerifyPage key={id} id={id} />}</Route>
          <Route>
            <Redirect to="/" replace />
          </Route>
        </Switch>
      </Suspense>
    </QueryClientProvider>
  );
}
