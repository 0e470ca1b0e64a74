import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Hit } from "@veritick/contract/schemas/admin-search.ts";
import { useEffect, useEffectEvent, useId, useState } from "react";
import type { KeyboardEvent as KeyPress } from "react";
import { useLocation } from "wouter";
import type { Address } from "../../lib/addresses.ts";
import { rowAfter } from "../../lib/focus.ts";
import { useFormat } from "../../lib/format.ts";
import { useTextOf, useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { SearchIcon } from "../../ui/icons.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Caption, Num, Stack, Time } from "../../ui/primitives.tsx";
import { adminCall, adminKeyOf } from "./admin-queries.ts";
import { recordsAddress } from "./records/record-filters.ts";
import styles from "./admin-frame.module.css";

/** Opens the search on every page of the administration, as do Ctrl+K and ⌘K. */
export function SearchButton() {
  const { search: words } = useTextOf("admin");
  const [isOpen, setOpen] = useState(false);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
    // Another dialog must not hide an open one and lose its contents.
    if (!isMeant || document.querySelector("[role=dialog]") !== null) return;
    event.preventDefault();
    setOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      <Button
        variant="quiet"
        className={styles["button"]}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <SearchIcon size={18} />
        {words.button}
        <kbd className={styles["key"]}>{words.key}</kbd>
      </Button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Returns the address of the page that shows a hit. */
export function addressOf({ kind, id }: Pick<Hit, "kind" | "id">): Address {
  switch (kind) {
    case "user":
      return `/admin/users/${id}`;
    case "deposit":
      return recordsAddress("deposits", { id });
    case "withdrawal":
      return recordsAddress("withdrawals", { id });
    case "position":
      return `/admin/positions/${id}`;
    case "attention":
      return `/admin/attention?item=${id}`;
    case "proposal":
      return `/admin?proposal=${id}`;
  }
}

/** Finds records of any kind by text such as an id or an e-mail. Arrows choose, Enter opens. */
function SearchDialog({ onClose }: { onClose: () => void }) {
  const { search: words } = useTextOf("admin");
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const { hits, isLooking, hasFailed } = useHits(typed);
  const at = Math.min(chosen, hits.length - 1);

  function open(hit: Hit | undefined) {
    if (hit === undefined) return;
    onClose();
    // A new state each time makes the page look for the same record again.
    navigate(addressOf(hit), { state: { linkedId: hit.id } });
  }

  function press(event: KeyPress) {
    if (event.key === "Enter") {
      event.preventDefault();
      open(hits[at]);
      return;
    }
    const next = rowAfter(event.key, at, hits.length);
    if (next === undefined || event.key === "Home" || event.key === "End") return;
    event.preventDefault();
    setChosen(next);
    document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: "nearest" });
  }

  const said = hasFailed
    ? words.failed
    : typed.trim() === ""
      ? words.hint
      : isLooking
        ? words.looking
        : hits.length === 0
          ? words.nothing
          : hits.length >= MOST_OF_A_KIND
            ? words.first(hits.length)
            : words.found(hits.length);
  return (
    <Dialog open onOpenChange={onClose} title={words.title}>
      <Stack gap={4}>
        <Field label={words.label}>
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              role="combobox"
              aria-expanded={hits.length > 0}
              aria-controls={list}
              aria-autocomplete="list"
              aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setChosen(0);
              }}
              onKeyDown={press}
            />
          )}
        </Field>
        <Caption role="status">{said}</Caption>
        <div id={list} role="listbox" aria-label={words.results} className={styles["hits"]}>
          {hits.map((hit, index) => (
            // The field keeps the focus and names the chosen option.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={`${hit.kind}${hit.id}`}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles["hit"]}
              onPointerMove={() => setChosen(index)}
              onClick={() => open(hit)}
            >
              <HitText hit={hit} />
            </div>
          ))}
        </div>
      </Stack>
    </Dialog>
  );
}

/** The most hits of each kind in an answer. */
const MOST_OF_A_KIND = 8;

/** One hit. An id begins with its time, so only its end distinguishes ids of the same hour. */
function HitText({ hit }: { hit: Hit }) {
  const { search: words, records, audit } = useTextOf("admin");
  const { wallet, history } = useText();
  const format = useFormat();
  const statuses: Readonly<Record<string, string>> = {
    ...wallet.depositStatus,
    ...wallet.withdrawalStatus,
    ...history.status,
    ...words.statuses,
  };
  return (
    <>
      <span className={styles["kind"]}>{words.kinds[hit.kind]}</span>
      <span className={styles["whose"]}>
        {hit.email ?? (hit.userId === null ? words.nobody : audit.gone(hit.userId.slice(0, 8)))}
      </span>
      <span className={styles["more"]}>
        {hit.amount !== null && <Num>{format.money(hit.amount)} USDMS</Num>}
        {hit.status !== null && <span>{statuses[hit.status] ?? hit.status}</span>}
        <Time dateTime={hit.createdAt}>{format.moment(hit.createdAt)}</Time>
        {hit.kind !== "user" && (
          <span>
            {records.id} …{hit.id.slice(-12)}
          </span>
        )}
      </span>
    </>
  );
}

const PAUSE_MS = 200;
const NONE: readonly Hit[] = [];

/** Searches for the typed text after a pause in typing. */
function useHits(typed: string) {
  const q = useSettled(typed.trim());
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: [...adminKeyOf("adminSearch"), q],
    queryFn: ({ signal }) => adminCall("adminSearch", { query: { q }, signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  const isLooking = isFetching || q !== typed.trim();
  const isCurrent = q !== "" && typed.trim() !== "" && !isPlaceholderData;
  return { hits: isCurrent ? (data ?? NONE) : NONE, isLooking, hasFailed: isError && !isFetching };
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
