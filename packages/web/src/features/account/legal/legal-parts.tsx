import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useGet } from "../../../api/query.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { isTermsPutOff, noteTermsPutOff } from "../../../lib/preferences.ts";
import { withTextOf } from "../../../locales/text.ts";

// Few people see these, so each is loaded when it is first shown.
const load = () => withTextOf("auth", withTextOf("later", import("./legal-dialogs.tsx")));
const TermsDialog = lazyPart(async () => (await load()).TermsDialog);
const BlockedDialog = lazyPart(async () => (await load()).BlockedDialog);
const BlockedBanner = lazyPart(async () => (await load()).BlockedBanner);

/** Returns the version of the terms that the signed-in person has yet to accept; undefined if there is none. */
function useOpenTerms(): { version: string; isFirst: boolean; userId: string } | undefined {
  const version = useGet("settings").data?.termsVersion ?? undefined;
  const user = useCurrentUser();
  if (version === undefined || user === undefined || user.acceptedTerms === version) return undefined;
  return { version, isFirst: user.acceptedTerms === undefined, userId: user.id };
}

/**
 * Returns what stands between the person and a new position or deposit: a country that is blocked, or terms to accept. `ask`
 * opens the dialog about it, which `notice`, drawn beside, shows.
 */
export function useLegalGuard(): { isBlocked: boolean; ask: (() => void) | undefined; notice: ReactNode } {
  const isBlocked = useGet("settings").data?.countryBlocked === true;
  const terms = useOpenTerms();
  const [isShown, setShown] = useState(false);
  const close = () => setShown(false);
  return {
    isBlocked,
    ask: isBlocked || terms !== undefined ? () => setShown(true) : undefined,
    notice: isShown && (
      <Suspense fallback={null}>
        {isBlocked ? <BlockedDialog onClose={close} /> : terms && <TermsDialog {...terms} onClose={close} />}
      </Suspense>
    ),
  };
}

/** Asks once to accept a version of the terms, on any page but those of the administration. */
export function TermsPlace() {
  const terms = useOpenTerms();
  const [path] = useLocation();
  const [putOff, setPutOff] = useState<string>();
  if (terms === undefined || path.startsWith("/admin")) return null;
  const { userId, version } = terms;
  if (putOff === version || isTermsPutOff(userId, version)) return null;
  return (
    <Suspense fallback={null}>
      <TermsDialog
        {...terms}
        onClose={() => {
          noteTermsPutOff(userId, version);
          setPutOff(version);
        }}
      />
    </Suspense>
  );
}

/** Says that this country is blocked, and is loaded only there. */
export function BlockedPlace() {
  const isBlocked = useGet("settings").data?.countryBlocked === true;
  return (
    isBlocked && (
      <Suspense fallback={null}>
        <BlockedBanner />
      </Suspense>
    )
  );
}
