import type { Hit } from "@veritick/contract/schemas/admin-search.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "wouter";
import type { Address } from "../../lib/addresses.ts";
import { useFormat } from "../../lib/format.ts";
import { useTextOf, useDeskText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/form/combobox.tsx";
import { SearchIcon } from "../../ui/more-icons.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Caption, Grid, Medium, Num, Row, Time } from "../../ui/primitives.tsx";
import styles from "./admin-frame.module.css";
import { adminCall, adminKeyOf } from "./admin-queries.ts";
import { recordsAddress } from "./records/record-filters.ts";
import { useLookup } from "./use-lookup.ts";

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
        className={styles["search"]}
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
  const { options, isKnown, doing } = useLookup(typed, adminKeyOf("adminSearch"), (q, signal) =>
    adminCall("adminSearch", { query: { q }, signal }),
  );

  function open(hit: Hit) {
    onClose();
    // A new state each time makes the page look for the same record again.
    navigate(addressOf(hit), { state: { linkedId: hit.id } });
  }

  const result =
    options.length === 0
      ? words.nothing
      : options.length >= MOST_OF_A_KIND
        ? words.first(options.length)
        : words.found(options.length);
  return (
    <Dialog open onOpenChange={onClose} title={words.title}>
      <Combobox
        isInline
        data-autofocus
        label={words.label}
        enterKeyHint="go"
        listLabel={words.results}
        typed={typed}
        onType={setTyped}
        options={options}
        isOld={!isKnown}
        said={typed.trim() === "" ? words.hint : (doing ?? result)}
        onChoose={open}
      >
        {(hit) => <HitText hit={hit} />}
      </Combobox>
    </Dialog>
  );
}

/** The most hits of each kind in an answer. */
const MOST_OF_A_KIND = 8;

/** One hit. An id begins with its time, so only its end distinguishes ids of the same hour. */
function HitText({ hit }: { hit: Hit }) {
  const { search: words, records, audit } = useTextOf("admin");
  const { wallet, history } = useDeskText();
  const format = useFormat();
  const statuses: Readonly<Record<string, string>> = {
    ...wallet.depositStatus,
    ...wallet.withdrawalStatus,
    ...history.status,
    ...words.statuses,
  };
  return (
    <Grid gap={[0, 3]} columns="108px minmax(0, 1fr)" from="large">
      <Caption as="span">{words.kinds[hit.kind]}</Caption>
      <div>
        <Medium as="p">
          {hit.email ?? (hit.userId === null ? words.nobody : audit.gone(hit.userId.slice(0, 8)))}
        </Medium>
        <Caption as="div">
          <Row gap={[0, 3]}>
            {hit.amount !== null && <Num>{format.money(hit.amount)} USDMS</Num>}
            {hit.status !== null && <span>{statuses[hit.status] ?? hit.status}</span>}
            <Time dateTime={hit.createdAt}>{format.moment(hit.createdAt)}</Time>
            {hit.kind !== "user" && (
              <span>
                {records.id} …{hit.id.slice(-12)}
              </span>
            )}
          </Row>
        </Caption>
      </div>
    </Grid>
  );
}
