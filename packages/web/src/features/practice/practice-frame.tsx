import type { Liveness } from "@veritick/client/live/connection.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useContext, useEffect, useLayoutEffect, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { call } from "../../api/client.ts";
import { useCurrentUser } from "../../api/current-user.ts";
import { DeskContext } from "../../api/desk/desk.ts";
import { browserPractice } from "../../api/desk/practice.ts";
import {
  ANNOUNCED_EVERY_MS,
  browserNowMs,
  createStore,
  INITIAL_PRICE,
  LiveContext,
  shownMilli,
  spaced,
  useLive,
} from "../../api/live/live.ts";
import type { Live, LivePrice } from "../../api/live/live.ts";
import { HistoryLoader, PriceHistory } from "../../api/market/price-history.ts";
import { newestTick, useRecentPrices } from "../../api/market/recent-prices.ts";
import { useMarketTerms } from "../../api/market/use-market-terms.ts";
import { formatIn } from "../../lib/format.ts";
import { chosenLanguage } from "../../lib/preferences.ts";
import type { DeskMessages } from "../../locales/messages.ts";
import { textOf, RewordContext, useTextOf } from "../../locales/text.ts";
import { buttonClass, TextLink } from "../../ui/button.tsx";
import { BackLink, LanguageSwitch, PageHeader, ThemeToggle } from "../../ui/page-header.tsx";
import { ProfileMenu } from "../account/public.ts";
import { DeskHome, DeskSwitch, tellResults } from "../trade/public.ts";
import { practiceDesk } from "./practice-desk.tsx";
import styles from "./practice.module.css";

/**
 * Practice with a live price: from the session's connection for signed-in users, from the public prices each second for
 * visitors.
 */
export function PracticeFrame({ children }: { children: ReactNode }) {
  const isLive = useContext(LiveContext) !== undefined;
  // Dialogs and notices are outside of the page, so the root element carries the mark.
  useLayoutEffect(() => {
    document.documentElement.dataset["desk"] = "practice";
    return () => void delete document.documentElement.dataset["desk"];
  }, []);
  const desk = (
    <DeskContext value={practiceDesk}>
      <RewordContext value={inPractice}>
        <PracticeGoesOn />
        {children}
      </RewordContext>
    </DeskContext>
  );
  return isLive ? desk : <PublicPrices>{desk}</PublicPrices>;
}

function PracticeGoesOn() {
  const live = useLive();
  const { market } = useMarketTerms();
  useEffect(() => {
    if (market === undefined) return;
    return browserPractice().follow({
      live,
      market,
      fetchPrices: (range) => call("prices", { query: range }),
      onDecided: announce,
    });
  }, [live, market]);
  return null;
}

function announce(decided: readonly Position[]) {
  const language = chosenLanguage();
  const { result } = textOf("later", language).practice;
  tellResults(decided, result, (sum) => result.amount(formatIn(language).signedMoney(sum)));
}

type PublicLive = Live & {
  take: (from: number, prices: readonly number[], isOld: boolean) => void;
  setGenesis(tick: number): void;
};

function createPublicLive(): PublicLive {
  const price = createStore<LivePrice>(INITIAL_PRICE);
  const liveness = createStore<Liveness>("connecting");
  const history = new PriceHistory();
  const loader = new HistoryLoader(
    history,
    (range) => call("prices", range === undefined ? {} : { query: range }),
    (message, cause) => console.warn(message, cause),
  );
  return {
    price,
    liveness,
    announced: spaced(liveness, ANNOUNCED_EVERY_MS),
    history,
    wake: () => undefined,
    setGenesis: (tick) => loader.setGenesis(tick),
    take(from, dollars, isOld) {
      const newest = from + dollars.length - 1;
      const millis = dollars.map((each) => Math.round(each * 1000));
      const known = history.newest ?? from - 1;
      if (newest - known > 1) history.fill(from, millis);
      else if (newest > known) history.record(newest, millis.at(-1)!);
      if (newest !== price.get().tick) {
        const nowMs = browserNowMs();
        price.set({
          ...INITIAL_PRICE,
          milli: millis.at(-1)!,
          tick: newest,
          previousMilli: shownMilli(price.get()),
          cameAtMs: nowMs,
          nowTick: newest,
          nowAtMs: nowMs,
        });
      }
      liveness.set(isOld ? "stale" : "live");
      void loader.complete();
    },
  };
}

/** The price for visitors, who have no live connection. */
function PublicPrices({ children }: { children: ReactNode }) {
  const [live] = useState(createPublicLive);
  const { recent, isOld } = useRecentPrices();
  const genesisTick = useMarketTerms().market?.genesisTick;
  useEffect(() => {
    if (genesisTick !== undefined) live.setGenesis(genesisTick);
  }, [live, genesisTick]);
  useEffect(() => {
    if (recent !== undefined && newestTick(recent) >= recent.from)
      live.take(recent.from, recent.prices, isOld);
  }, [live, recent, isOld]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

const known = new WeakMap<DeskMessages, DeskMessages>();

/** Returns the words of the desk for practice: every amount and every button names practice. */
function inPractice(text: DeskMessages): DeskMessages {
  let reworded = known.get(text);
  if (reworded === undefined) {
    const { practice } = textOf("later", chosenLanguage());
    // The name of the price pair stays, and so do words inserted into others, which are already replaced.
    const say = (words: string) =>
      words.replaceAll(practice.unit, "USDMS").replaceAll(/USDMS(?!\/)/g, practice.unit);
    const trade = mapWords(text.trade, say);
    const ticket = {
      ...trade.ticket,
      title: practice.ticketTitle,
      dock: practice.dock,
      confirmPlain: practice.side,
    };
    reworded = {
      ...text,
      trade: { ...trade, ticket, unit: practice.shortUnit, side: practice.side },
      history: mapWords(text.history, say),
    };
    known.set(text, reworded);
  }
  return reworded;
}

/** Returns the same catalogue with each text changed, including those that functions return. */
function mapWords<T>(node: T, change: (words: string) => string): T {
  if (typeof node === "string") return change(node) as T;
  if (typeof node === "function") {
    return ((...values: unknown[]) => change(String(node(...values)))) as T;
  }
  const entries = Object.entries(node as object).map(([key, value]) => [key, mapWords(value, change)]);
  return Object.fromEntries(entries) as T;
}

/** The header of every practice page. It identifies practice, and links to an account or back to it. `back` leads to the desk. */
export function PracticeHeader({ back }: { back?: string }) {
  const { practice } = useTextOf("later");
  const user = useCurrentUser();
  return (
    <>
      <PageHeader
        start={
          back === undefined ? (
            <DeskHome />
          ) : (
            <Link href="/practice" asChild>
              <BackLink label={back}>{practice.title}</BackLink>
            </Link>
          )
        }
      >
        {user !== undefined && <DeskSwitch at="practice" />}
        <LanguageSwitch />
        <ThemeToggle />
        {user === undefined ? (
          <Link href="/auth?mode=register" className={`${buttonClass("primary")} ${styles["create"]}`}>
            {practice.createAccount}
          </Link>
        ) : (
          <ProfileMenu email={user.email} />
        )}
      </PageHeader>
      <p className={styles["band"]}>
        <strong>{practice.band.title}</strong> <span>{practice.band.body}</span>
        {user !== undefined && (
          <TextLink href="/dashboard" isAccent className={styles["back"]}>
            {practice.toAccount}
          </TextLink>
        )}
      </p>
    </>
  );
}
