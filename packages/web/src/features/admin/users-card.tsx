import { useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { errorText } from "../../api/api-error.ts";
import { Intent } from "../../api/intent.ts";
import { useAdminText, useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { notify } from "../../ui/notice-store.ts";
import { TextInput } from "../../ui/text-input.tsx";
import { useUsers } from "./admin-queries.ts";
import { FailedList, LoadingRows, NewCount, ScrollList } from "./list-card.tsx";
import { useSteadyList } from "./use-steady-list.ts";
import { UserRow } from "./user-row.tsx";
import styles from "./list-card.module.css";

/** Everybody, newest first; a search narrows it down on the server. */
export function UsersCard() {
  const { users: words, list } = useAdminText();
  const { typed, setTyped, search, searchNow } = useSearch();
  const query = useUsers(search);
  const { data, isPlaceholderData } = query;
  // While the answer to a new search is on its way, the rows are those of the one before.
  const [shownSearch, setShownSearch] = useState(search);
  if (!isPlaceholderData && shownSearch !== search) setShownSearch(search);
  const users = useMemo(() => data?.pages.flat() ?? [], [data]);
  const { rows, newCount, holding } = useSteadyList(users, users, shownSearch);
  const intentOf = useIntents();

  function content(): ReactNode {
    if (data === undefined) {
      const isFailed = query.isError && !query.isFetching;
      return isFailed ? <FailedList onRetry={() => void query.refetch()} /> : <LoadingRows />;
    }
    if (rows.length > 0) {
      return (
        <ScrollList
          key={shownSearch}
          label={list.rows(words.title)}
          columns="users"
          isBusy={isPlaceholderData}
          foot={query.hasNextPage && <MoreUsers query={query} />}
        >
          {rows.map(({ item, isGone }) => (
            <UserRow key={item.id} item={item} isGone={isGone} intentOf={intentOf} />
          ))}
        </ScrollList>
      );
    }
    return shownSearch === "" ? (
      <EmptyState {...words.empty} />
    ) : (
      <EmptyState
        title={words.noMatch(shownSearch)}
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
      <div {...holding}>{content()}</div>
    </Card>
  );
}

function MoreUsers({ query }: { query: ReturnType<typeof useUsers> }) {
  const text = useText();
  const { list } = useAdminText();

  async function more() {
    const { error, isFetchNextPageError } = await query.fetchNextPage();
    if (!isFetchNextPageError) return;
    const body = errorText(error, text, text.common.unknownError);
    notify({ title: list.moreFailed, body, tone: "destructive" });
  }

  return (
    <Button variant="quiet" pending={query.isFetchingNextPage} onClick={() => void more()}>
      {list.more}
    </Button>
  );
}

/** An adjustment that was not answered keeps its key while the page is open, wherever its row has gone meanwhile. */
function useIntents(): (id: string) => Intent {
  const [intentOf] = useState(() => {
    const intents = new Map<string, Intent>();
    return (id: string) => {
      const intent = intents.get(id) ?? new Intent();
      intents.set(id, intent);
      return intent;
    };
  });
  return intentOf;
}

/** The longest e-mail address there can be. */
const LONGEST = 254;

type UserSearchProps = { typed: string; onType: (typed: string) => void; onSearch: () => void };

function UserSearch({ typed, onType, onSearch }: UserSearchProps) {
  const { users: words } = useAdminText();
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

const PAUSE_MS = 250;

/** What is typed, and what is searched for: a moment after the last letter, at once where it is asked for or cleared. */
function useSearch() {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const wanted = typed.trim().toLowerCase();

  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => setSearch(wanted), wanted === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, search]);

  return { typed, setTyped, search, searchNow: () => setSearch(wanted) };
}
