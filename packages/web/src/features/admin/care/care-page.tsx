import type { CarePerson } from "@veritick/contract/schemas/admin-users.ts";
import { useState } from "react";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Badge, Caption, Note, Quiet, Stack } from "../../../ui/primitives.tsx";
import { DecisionDialog } from "../decision-dialog.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { adminCall, adminKeyOf } from "../admin-queries.ts";
import { EndlessList } from "../lists/lists.tsx";
import { usePages } from "../lists/pages.ts";
import { Person } from "../lists/record-table.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { useMay } from "../roles.tsx";
import { Created, Freshness } from "../times.tsx";
import { addUserNote, useUserNoteFields } from "../user-note.ts";

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
      <Quiet measure>{words.intro}</Quiet>
      <Card title={words.people}>
        <EndlessList label={words.people} pages={pages} empty={words.empty} table={PEOPLE} />
      </Card>
    </AdminFrame>
  );
}

const PEOPLE: RecordTable<CarePerson> = {
  columns: [
    { width: "minmax(0, 1fr)", Cell: Signs, phone: "line" },
    { width: "minmax(0, 1fr)", Cell: Reasons, phone: "line" },
    { width: "auto", Cell: NoteButton, isEnd: true, phone: "buttons" },
  ],
  from: "large",
  isTop: true,
  userOf: ({ id }) => id,
};

function Signs({ item, ...cell }: Cell<CarePerson>) {
  const { care: words } = useTextOf("admin");
  const { id, email, signs, isPaused, seenAt } = item;
  return (
    <Person
      cell={cell}
      userId={id}
      email={email}
      badges={
        <>
          {signs.map((sign) => (
            <Badge key={sign} tone={sign === "reached" || sign === "chasing" ? "warn" : "neutral"}>
              {words.signs[sign]}
            </Badge>
          ))}
          {isPaused && <Badge tone="neutral">{words.paused}</Badge>}
        </>
      }
      note={
        <>
          {words.seen} <Created at={seenAt} isDateFirst />
        </>
      }
    />
  );
}

/** Each sign with the figures behind it, and the last note. */
function Reasons({ item: person }: Cell<CarePerson>) {
  const { care: words } = useTextOf("admin");
  const { limits } = useTextOf("later");
  const format = useFormat();
  const { signs, chases, nights, limit, raisedAt, note } = person;
  const reasons = {
    reached: () => limit && words.limitUsed(format.chance(limit.share), limits.kind[limit.kind].title),
    near: () => limit && words.limitUsed(format.chance(limit.share), limits.kind[limit.kind].title),
    chasing: () => words.chases(chases),
    nights: () => words.nights(nights),
    raised: () => raisedAt && words.raised(format.moment(raisedAt)),
  };
  return (
    <Stack gap={2}>
      <ul>
        {signs.map((sign) => (
          <li key={sign}>{reasons[sign]()}</li>
        ))}
      </ul>
      {note !== null && (
        <Note>
          {note.text}{" "}
          <Caption as="span">
            <Created at={note.createdAt} />
          </Caption>
        </Note>
      )}
    </Stack>
  );
}

function NoteButton({ item: { id, email }, isGone }: Cell<CarePerson>) {
  const { care: words, list, notes } = useTextOf("admin");
  const mayNote = useMay()("support");
  const fields = useUserNoteFields();
  const [isNoting, setNoting] = useState(false);
  if (isGone) return <Badge tone="neutral">{list.gone}</Badge>;
  if (!mayNote) return null;
  return (
    <>
      <Button variant="quiet" aria-label={words.noteOf(email)} onClick={() => setNoting(true)}>
        {words.note}
      </Button>
      {isNoting && (
        <DecisionDialog
          title={words.noteOf(email)}
          fields={fields}
          confirmLabel={notes.add}
          isDanger={false}
          send={(values, idempotencyKey) => addUserNote(id, values, idempotencyKey)}
          failed={notes.failed}
          userId={id}
          done={{ title: notes.added }}
          onClose={() => setNoting(false)}
        />
      )}
    </>
  );
}
