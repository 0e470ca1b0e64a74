import type { CarePerson } from "@veritick/contract/schemas/admin-users.ts";
import { useState } from "react";
import { AskDialog, noteField } from "../../../api/ask-dialog.tsx";
import { useFormat } from "../../../lib/format.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Caption } from "../../../ui/primitives.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { adminCall, adminKeyOf, refreshAdministration } from "../admin-queries.ts";
import { EndlessList } from "../lists/lists.tsx";
import { usePages } from "../lists/pages.ts";
import { useMay } from "../roles.tsx";
import { Created, Freshness } from "../times.tsx";
import { Intro, Item, ItemActions, ItemHead, ItemLink, ItemNote } from "../lists/item.tsx";

/** The users whose trading shows signs of harm, newest sign first, with the reasons and the notes about them. */
export function CarePage() {
  const { care: words } = useTextOf("admin");
  const pages = usePages<CarePerson>({
    queryKey: adminKeyOf("listCare"),
    // The server looks for signs of harm from time to time.
    follows: "timer",
    fetchPage: (query, signal) => adminCall("listCare", { query, signal }),
  });
  return (
    <AdminFrame title={words.title} aside={<Freshness isKnown={pages.items !== undefined} />}>
      <Intro>{words.intro}</Intro>
      <Card title={words.people}>
        <EndlessList
          label={words.people}
          pages={pages}
          empty={words.empty}
          columns="one"
          row={({ item, isGone }) => <PersonRow key={item.id} person={item} isGone={isGone} />}
        />
      </Card>
    </AdminFrame>
  );
}

function PersonRow({ person, isGone }: { person: CarePerson; isGone: boolean }) {
  const { care: words, list } = useTextOf("admin");
  const keptFocus = useKeptFocus();
  const mayNote = useMay()("support");
  const [isNoting, setNoting] = useState(false);
  const { id, email, signs, isPaused, seenAt, note } = person;
  return (
    <Item {...keptFocus} isOver={isGone}>
      <ItemHead>
        <ItemLink href={`/admin/users/${id}`}>{email}</ItemLink>
        {signs.map((sign) => (
          <Badge key={sign} tone={sign === "reached" || sign === "chasing" ? "warn" : "neutral"}>
            {words.signs[sign]}
          </Badge>
        ))}
        {isPaused && <Badge tone="neutral">{words.paused}</Badge>}
      </ItemHead>
      <Reasons person={person} />
      <Caption>
        {words.seen} <Created at={seenAt} isDateFirst />
      </Caption>
      {note !== null && (
        <ItemNote>
          {note.text}{" "}
          <Caption as="span">
            <Created at={note.createdAt} />
          </Caption>
        </ItemNote>
      )}
      <ItemActions>
        {isGone ? (
          <Badge tone="neutral">{list.gone}</Badge>
        ) : (
          mayNote && (
            <Button variant="quiet" aria-label={words.noteOf(email)} onClick={() => setNoting(true)}>
              {words.note}
            </Button>
          )
        )}
      </ItemActions>
      {isNoting && <NoteDialog person={person} onClose={() => setNoting(false)} />}
    </Item>
  );
}

/** Each sign with the figures behind it. */
function Reasons({ person }: { person: CarePerson }) {
  const { care: words } = useTextOf("admin");
  const { limits } = useTextOf("later");
  const format = useFormat();
  const { chases, nights, limit, raisedAt } = person;
  const reasons = {
    reached: () => limit && words.limitUsed(format.chance(limit.share), limits.kind[limit.kind].title),
    near: () => limit && words.limitUsed(format.chance(limit.share), limits.kind[limit.kind].title),
    chasing: () => words.chases(chases),
    nights: () => words.nights(nights),
    raised: () => raisedAt && words.raised(format.moment(raisedAt)),
  };
  return (
    <ul>
      {person.signs.map((sign) => (
        <li key={sign}>{reasons[sign]()}</li>
      ))}
    </ul>
  );
}

function NoteDialog({ person: { id, email }, onClose }: { person: CarePerson; onClose: () => void }) {
  const { care: words, notes } = useTextOf("admin");
  return (
    <AskDialog
      title={words.noteOf(email)}
      fields={[
        noteField(notes.label, notes.hint, notes.missing),
        {
          name: "reader" as const,
          label: notes.reader,
          initial: "staff",
          options: Object.entries(notes.readers),
        },
      ]}
      confirmLabel={notes.add}
      isDanger={false}
      send={({ note, reader }, idempotencyKey) => {
        const body = { text: note, forPerson: reader === "person" };
        return adminCall("addUserNote", { params: { id }, body, idempotencyKey });
      }}
      failed={notes.failed}
      onDone={() => notify({ title: notes.added })}
      onSettled={() => refreshAdministration(id)}
      onClose={onClose}
    >
      {null}
    </AskDialog>
  );
}
