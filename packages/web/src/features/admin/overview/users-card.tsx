import { RoleBadge, useMay } from "../roles.tsx";
import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import { plainEmail } from "@veritick/domain/emails.ts";
import { createContext, useCallback, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { Intent } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Link } from "wouter";
import { adminCall, adminKeyOf } from "../admin-queries.ts";
import { auditAddress } from "../audit/filters.ts";
import { MoreButton } from "../../money/public-history.ts";
import { LoadedRows, NewCount, ScrollList } from "../lists/lists.tsx";
import { Person, Rows } from "../lists/record-table.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { usePages, useShownName } from "../lists/pages.ts";
import { useSteadyList } from "../lists/use-steady-list.ts";
import { UserProposals } from "../requests/awaiting.tsx";
import { AdjustForm } from "../user/adjust-form.tsx";
import { ChangeRights, DeleteUser, useRightsLabel } from "../user/user-dialogs.tsx";
import { Badge, Num, Strong } from "../../../ui/primitives.tsx";
import { Button, buttonClass, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { useFilters } from "../../../ui/form/filter-bar.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { CloseIcon } from "../../../ui/icons.tsx";
import styles from "./admin-page.module.css";

const NOBODY: readonly AdminUser[] = [];

/** All users, newest first. The server searches them. */
export function UsersCard() {
  const { users: words, list } = useTextOf("admin");
  const { typed, setTyped, search, searchNow } = useSearch();
  const { query, items: users } = useUsers(search);
  const { isPlaceholderData } = query;
  const shownSearch = useShownName(search, query);
  const { rows, newCount, holding } = useSteadyList(users ?? NOBODY, users ?? NOBODY, shownSearch);
  const intentOf = useIntents();

  function content(): ReactNode {
    if (rows.length > 0) {
      return (
        <ScrollList
          key={shownSearch}
          label={list.rows(words.title)}
          isBusy={isPlaceholderData}
          foot={
            query.hasNextPage && <MoreButton onMore={() => query.fetchNextPage({ throwOnError: true })} />
          }
        >
          <IntentsContext value={intentOf}>
            <Rows table={USERS} rows={rows} />
          </IntentsContext>
        </ScrollList>
      );
    }
    return shownSearch === "" ? (
      <EmptyState {...words.empty} />
    ) : (
      <EmptyState
        title={words.noMatch(plainEmail(typed) === shownSearch ? typed.trim() : shownSearch)}
        hint={words.noMatchHint}
        action={
          <Button variant="quiet" onClick={() => setTyped("")}>
            {words.clear}
          </Button>
        }
      />
    );
  }

  return (
    <Card title={words.title} aside={<NewCount count={newCount} />}>
      <UserSearch typed={typed} onType={setTyped} onSearch={searchNow} />
      <div {...holding}>
        <LoadedRows query={query}>{content}</LoadedRows>
      </div>
      <div>
        <Link href={auditAddress({ action: "own_account_closed" })} className={buttonClass("quiet")}>
          {words.closed}
        </Link>
      </div>
    </Card>
  );
}

/**
 * Finds a user's intent. An unanswered adjustment keeps its idempotency key while the page is open, wherever its row moves.
 */
function useIntents(): (id: string) => Intent {
  const [intents] = useState(() => new Map<string, Intent>());
  return useCallback(
    (id) => {
      const intent = intents.get(id) ?? new Intent();
      intents.set(id, intent);
      return intent;
    },
    [intents],
  );
}

const IntentsContext = createContext<(id: string) => Intent>(() => new Intent());

/** The greatest length of an e-mail address. */
const LONGEST = 254;

type UserSearchProps = { typed: string; onType: (typed: string) => void; onSearch: () => void };

function UserSearch({ typed, onType, onSearch }: UserSearchProps) {
  const { users: words } = useTextOf("admin");
  const form = useRef<HTMLFormElement>(null);

  function clear() {
    onType("");
    form.current?.querySelector("input")?.focus();
  }

  return (
    <form
      ref={form}
      role="search"
      className={styles["search"]}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      <Field label={words.search}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            name="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={LONGEST}
            value={typed}
            suffix={
              typed !== "" && (
                <IconButton label={words.clear} onClick={clear}>
                  <CloseIcon size={18} />
                </IconButton>
              )
            }
            onChange={(event) => onType(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") onType("");
            }}
          />
        )}
      </Field>
    </form>
  );
}

/** Loads the users whose e-mail contains `search`, page by page. */
const useUsers = (search: string) =>
  usePages<AdminUser>({
    queryKey: [...adminKeyOf("adminListUsers"), { search }],
    follows: ["users"],
    fetchPage: (page, signal) =>
      adminCall("adminListUsers", {
        query: { ...page, ...(search === "" ? {} : { search }) },
        signal,
      }),
    keepsPrevious: true,
  });

const PAUSE_MS = 250;

const FILTERS = { search: plainEmail };

/**
 * Returns the typed text and the text to search for, which the address keeps. The search follows a moment after the last
 * letter, or at once when the user submits or clears the field.
 */
function useSearch() {
  const { filters, change } = useFilters(FILTERS);
  const { search } = filters;
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  const wanted = FILTERS.search(typed);
  if (search !== known) {
    setKnown(search);
    // The address was changed from outside: people went back.
    if (search !== wanted) setTyped(search);
  }

  const searchNow = useEffectEvent(() => change({ search: wanted }));
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(searchNow, wanted === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, search]);

  return { typed, setTyped, search, searchNow: () => change({ search: wanted }) };
}

const USERS: RecordTable<AdminUser> = {
  columns: [
    { width: "minmax(0, 1fr)", Cell: Owner, phone: "line" },
    { width: "auto", Cell: Balance, isEnd: true, phone: "line" },
    { width: "auto", Cell: Actions, isEnd: true, phone: "buttons" },
  ],
  from: "wide",
  userOf: ({ id }) => id,
  Below: Adjustment,
};

const DELETED = "deleted";

function Owner({ item: user, isGone, ...cell }: Cell<AdminUser>) {
  const { users: words } = useTextOf("admin");
  const isOwn = useCurrentUser()?.id === user.id;
  return (
    <Person
      cell={cell}
      userId={user.id}
      email={user.email}
      badges={
        <>
          <RoleBadge role={user.role} />
          {isOwn && <Badge tone="neutral">{words.you}</Badge>}
          {!isGone && cell.opened !== DELETED && <UserProposals userId={user.id} />}
        </>
      }
    />
  );
}

function Balance({ item: { balance } }: Cell<AdminUser>) {
  const format = useFormat();
  return (
    <Strong>
      <Num>{format.money(balance)} USDMS</Num>
    </Strong>
  );
}

function Actions({ item: user, isGone, opened, setOpened }: Cell<AdminUser>) {
  const { users: words, list } = useTextOf("admin");
  const isOwn = useCurrentUser()?.id === user.id;
  const may = useMay();
  const rights = useRightsLabel(user);
  const { email } = user;
  const close = () => setOpened(undefined);
  if (isGone || opened === DELETED) return <Badge tone="neutral">{list.gone}</Badge>;
  if (!may("administrator")) return null;
  return (
    <>
      <Button
        data-opener
        variant="quiet"
        aria-label={words.adjustOf(email)}
        aria-expanded={opened === "adjust"}
        onClick={() => setOpened(opened === "adjust" ? undefined : "adjust")}
      >
        {words.adjust}
      </Button>
      <Button
        variant="quiet"
        className={styles["rights"]}
        aria-label={rights.labelOf(email)}
        onClick={() => setOpened("rights")}
      >
        {rights.label}
      </Button>
      <Button variant="danger" aria-label={words.deleteOf(email)} onClick={() => setOpened("delete")}>
        {words.delete}
      </Button>
      {opened === "rights" && <ChangeRights user={user} isOwn={isOwn} onClose={close} />}
      {opened === "delete" && (
        <DeleteUser user={user} isOwn={isOwn} onDeleted={() => setOpened(DELETED)} onClose={close} />
      )}
    </>
  );
}

function Adjustment({ item: user, isGone, opened, setOpened }: Cell<AdminUser>) {
  const intentOf = useContext(IntentsContext);
  if (opened !== "adjust" || isGone) return null;
  return <AdjustForm user={user} intent={intentOf(user.id)} onClose={() => setOpened(undefined)} />;
}
