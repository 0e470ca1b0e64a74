import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useState } from "react";
import type { ChangeEvent } from "react";
import { useTextOf } from "../../locales/text.ts";
import { adminCall, adminKeyOf, useUserHistory } from "./admin-queries.ts";
import { IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { useKeptFocus } from "../../lib/focus.ts";

type PersonFilterProps = {
  label: string;
  name: string;
  id: string | undefined;
  onChange: (id: string | undefined) => void;
};

/** Chooses a user by e-mail: an exact match, or the only user whose e-mail contains the text. */
export function PersonFilter({ id, ...props }: PersonFilterProps) {
  // A choice, or clearing it, replaces the field by another.
  const keptFocus = useKeptFocus<HTMLDivElement>("input");
  return (
    <div {...keptFocus}>
      {id === undefined ? <Choose {...props} /> : <Chosen key={id} id={id} {...props} />}
    </div>
  );
}

function Choose({ label, name, onChange }: Omit<PersonFilterProps, "id">) {
  const { audit: words } = useTextOf("admin");
  const list = useId();
  const [typed, setTyped] = useState("");
  // The text that was asked for, perhaps before the search for it ended.
  const [asked, setAsked] = useState<string>();
  const wanted = typed.trim().toLowerCase();
  const { data: found, isPlaceholderData } = usePeople(typed);
  const people = wanted === "" ? [] : (found ?? []);
  const isKnown = wanted !== "" && found !== undefined && !isPlaceholderData;
  const exact = people.find(({ email }) => email === wanted);
  const meant = isKnown ? (exact ?? (people.length === 1 ? people[0] : undefined)) : undefined;

  const choose = useEffectEvent((id: string) => onChange(id));
  const meantId = asked === typed ? meant?.id : undefined;
  const isUnclear = isKnown && meant === undefined;
  const hint = !isUnclear
    ? undefined
    : people.length === 0
      ? words.nobody
      : asked === typed
        ? words.several(people.length, people.length === MOST_PEOPLE)
        : undefined;
  useEffect(() => {
    if (meantId !== undefined) choose(meantId);
  }, [meantId]);

  function write({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    setTyped(target.value);
    // An entry chosen from the list is complete; typed text may be the beginning of another address.
    const isTyped = nativeEvent instanceof InputEvent && nativeEvent.inputType !== "insertReplacementText";
    setAsked(isTyped ? undefined : target.value);
  }

  return (
    <form
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(typed);
      }}
    >
      <Field label={label} hint={hint}>
        {(control) => (
          <TextInput
            {...control}
            name={name}
            list={list}
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            placeholder={words.anybody}
            value={typed}
            onChange={write}
            onBlur={() => setAsked(typed)}
          />
        )}
      </Field>
      <datalist id={list}>
        {people.map(({ id, email }) => (
          <option key={id} value={email}>
            {email}
          </option>
        ))}
      </datalist>
    </form>
  );
}

function Chosen({ label, name, id, onChange }: PersonFilterProps & { id: string }) {
  const { audit: words } = useTextOf("admin");
  const { data, isError } = useUserHistory(id);
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          name={name}
          readOnly
          value={data?.email ?? (isError ? words.gone(id.slice(0, 8)) : id.slice(0, 8))}
          suffix={
            <IconButton label={words.clearOne(label)} onClick={() => onChange(undefined)}>
              <CloseIcon size={18} />
            </IconButton>
          }
        />
      )}
    </Field>
  );
}

/** The most users that a search returns. */
const MOST_PEOPLE = 20;

/** Finds the users whose e-mail contains `typed`, or none while it is empty. */
function usePeople(typed: string) {
  const search = typed.trim().toLowerCase();
  return useQuery({
    queryKey: [...adminKeyOf("adminListUsers"), "named", search],
    queryFn: ({ signal }) => adminCall("adminListUsers", { query: { search, limit: MOST_PEOPLE }, signal }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
