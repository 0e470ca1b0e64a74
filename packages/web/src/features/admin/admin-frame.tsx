import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../api/client.ts";
import { useCurrentUser } from "../../api/current-user.ts";
import type { Path } from "../../lib/addresses.ts";
import { useTitle } from "../../lib/browser.ts";
import { useTextOf, useText } from "../../locales/text.ts";
import { Isolated } from "../../ui/boundary.tsx";
import { TextLink } from "../../ui/button.tsx";
import { Caption, PageTitle, Row } from "../../ui/primitives.tsx";
import { Banner } from "../../ui/states.tsx";
import { AccountHeader } from "../account/public.ts";
import { StepUpPlace } from "../account/public-forms.ts";
import styles from "./admin-frame.module.css";
import type { Waiting } from "@veritick/contract/schemas/admin-home.ts";
import { adminCall, adminKeyOf, useWaiting } from "./admin-queries.ts";
import { SearchButton } from "./search.tsx";
import { useAttentionCount } from "./attention/attention-items.ts";

type AdminFrameProps = {
  title: ReactNode;
  /** The title of the browser's tab. Required if `title` is not plain text. */
  name?: string;
  /** Shown at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The frame of every administration page: header, navigation and title. */
export function AdminFrame({ title, name, aside, children }: AdminFrameProps) {
  const { common } = useText();
  const { back, frame, roles } = useTextOf("admin");
  const user = useCurrentUser();
  const isLocked = useNeedsSecondFactor();
  const tab = name ?? (typeof title === "string" ? title : undefined);
  const { data: waiting } = useWaiting();
  const pending = waiting === undefined ? 0 : countPending(waiting);
  const named = tab === undefined ? common.product : `${tab} · ${common.product}`;
  useTitle(pending > 0 ? `(${pending}) ${named}` : named);
  if (!user) return null;
  return (
    <div className={styles["frame"]}>
      <AccountHeader back={back} />
      <Navigation />
      <StepUpPlace email={user.email} />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <Row gap={[2, 4]} align="center" justify="between">
          <PageTitle>{title}</PageTitle>
          {aside}
        </Row>
        {user.role !== undefined && user.role !== "administrator" && (
          <Caption>{frame.ownRole(roles.names[user.role])}</Caption>
        )}
        {isLocked ? <SecondFactorNeeded /> : <Isolated>{children}</Isolated>}
      </main>
    </div>
  );
}

/** Counts the decisions that wait for a person. Most open deposits end by themselves, so they do not count. */
const countPending = ({ withdrawals, attention, proposals }: Waiting) =>
  withdrawals.count + attention.count + proposals.count;

/** Returns true if the server refuses this administrator until they set up a second factor. */
function useNeedsSecondFactor(): boolean {
  const { error } = useQuery({
    queryKey: adminKeyOf("getStepUp"),
    queryFn: ({ signal }) => adminCall("getStepUp", { signal }),
    refetchOnMount: "always",
  });
  return error instanceof ApiError && error.code === "second_factor_required";
}

function SecondFactorNeeded() {
  const { secondFactor } = useTextOf("admin");
  return (
    <Banner tone="warn" live>
      {secondFactor.why}{" "}
      <TextLink isAccent href="/profile#security">
        {secondFactor.link}
      </TextLink>
    </Banner>
  );
}

/** Scrolls the navigation to an item. On a phone, its one line is wider than the screen. */
function bringIntoSight(item: HTMLLIElement | null) {
  const line = item?.parentElement;
  if (item && line) line.scrollLeft = item.offsetLeft - (line.clientWidth - item.offsetWidth) / 2;
}

function Navigation() {
  const { frame, records } = useTextOf("admin");
  const [path] = useLocation();
  const pages = [
    ["/admin", frame.overview],
    ["/admin/attention", frame.attention],
    ["/admin/deposits", records.titles.deposits],
    ["/admin/withdrawals", records.titles.withdrawals],
    ["/admin/positions", records.titles.positions],
    ["/admin/exposure", frame.exposure],
    ["/admin/care", frame.care],
    ["/admin/audit", frame.audit],
    ["/admin/installation", frame.installation],
  ] as const;
  return (
    <nav aria-label={frame.pages} className={styles["navigation"]}>
      <div className={styles["bar"]}>
        <ul data-scrolls-sideways>
          {pages.map(([href, label]) => (
            <li key={href} ref={isWithin(path, href) ? bringIntoSight : undefined}>
              <Link
                href={href}
                className={styles["link"]}
                aria-current={isWithin(path, href) ? "page" : undefined}
              >
                {label}
                {href === "/admin/attention" && <AttentionCount />}
              </Link>
            </li>
          ))}
        </ul>
        <SearchButton />
      </div>
    </nav>
  );
}

/** The pages without a tab, which the installation's page leads to. */
const OF_INSTALLATION: readonly string[] = ["/admin/webhooks", "/admin/invitations"] satisfies Path[];

/** Tells whether a path belongs to a tab. */
const isWithin = (path: string, href: string) =>
  path === href || (href === "/admin/installation" && OF_INSTALLATION.includes(path));

/** The number of open attention items. */
function AttentionCount() {
  const { frame } = useTextOf("admin");
  const count = useAttentionCount() ?? 0;
  return (
    count > 0 && (
      <span className={styles["count"]} aria-label={frame.waiting(count)} role="img">
        {count > 99 ? "99+" : count}
      </span>
    )
  );
}
