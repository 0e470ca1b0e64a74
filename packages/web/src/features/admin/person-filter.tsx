import { plainEmail } from "@veritick/domain/emails.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useKeptFocus } from "../../lib/focus.ts";
import { useTextOf } from "../../locales/text.ts";
import { actorName } from "./actor-name.ts";
import { IconButton } from "../../ui/button.tsx";
import { Combobox } from "../../ui/form/combobox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { adminCall, adminKeyOf, useUserHistory } from "./admin-queries.ts";
import { useLookup } from "./use-lookup.ts";

type PersonFilterProps = {
  label: string;
  name: string;
  /** The chosen user, or "". */
  id: string;
  onChange: (id: string) => void;
};

/** Chooses a user by e-mail: from a list, an exact match, or the only user whose e-mail contains the text. */
export function PersonFilter(props: PersonFilterProps) {
  // A choice, or clearing it, replaces the field by another.
  const keptFocus = useKeptFocus<HTMLDivElement>("input");
  return (
    <div {...keptFocus}>{props.id === "" ? <Choose {...props} /> : <Chosen key={props.id} {...props} />}</div>
  );
}

/** The most users that a search returns. */
const MOST_PEOPLE = 20;

function Choose({ label, name, onChange }: PersonFilterProps) {
  const { audit: words, search } = useTextOf("admin");
  const [typed, setTyped] = useState("");
  // The text that was asked for, perhaps before the search for it ended.
  const [asked, setAsked] = useState<string>();
  const wanted = plainEmail(typed);
  const { options, isKnown, doing } = useLookup(
    wanted,
    [...adminKeyOf("adminListUsers"), "named"],
    (text, signal) => adminCall("adminListUsers", { query: { search: text, limit: MOST_PEOPLE }, signal }),
  );
  const found = isKnown ? options : [];
  const meant = found.length === 1 ? found[0] : found.find(({ email }) => email === wanted);
  const meantId = asked === typed ? meant?.id : undefined;
  const unclear = !isKnown
    ? undefined
    : found.length === 0
      ? words.nobody
      : meant === undefined
        ? words.several(found.length, found.length === MOST_PEOPLE)
        : undefined;

  const choose = useEffectEvent((id: string) => onChange(id));
  useEffect(() => {
    if (meantId !== undefined) choose(meantId);
  }, [meantId]);

  return (
    <Combobox
      label={label}
      name={name}
      placeholder={words.anybody}
      enterKeyHint="search"
      hint={asked === typed ? unclear : undefined}
      listLabel={search.results}
      typed={typed}
      onType={setTyped}
      options={options}
      isOld={!isKnown}
      said={doing ?? unclear ?? search.found(found.length)}
      onChoose={({ id }) => onChange(id)}
      onAsk={() => setAsked(typed)}
    >
      {({ email }) => email}
    </Combobox>
  );
}

function Chosen({ label, name, id, onChange }: PersonFilterProps) {
  const { audit: words } = useTextOf("admin");
  const { data, isError } = useUserHistory(id);
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          name={name}
          readOnly
          value={data?.email ?? (isError ? actorName(id, words) : id.slice(0, 8))}
          suffix={
            <IconButton label={words.clearOne(label)} onClick={() => onChange("")}>
              <CloseIcon size={18} />
            </IconButton>
          }
        />
      )}
    </Field>
  );
}
