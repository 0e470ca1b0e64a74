import { Badge } from "../ui/badge.tsx";
import type { BadgeTone } from "../ui/badge.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { CheckItem, CheckList } from "../ui/check-list.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { Failure } from "../ui/failure.tsx";
import { Progress } from "../ui/progress.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { State } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

const BADGES: readonly [BadgeTone, string][] = [
  ["buy", "BUY"],
  ["sell", "SELL"],
  ["good", "Won"],
  ["bad", "Lost"],
  ["neutral", "Pending"],
  ["warn", "Confirming"],
];

export const TELLING: readonly Specimen[] = [
  {
    title: "Disclosure",
    of: ["disclosure"],
    show: () => (
      <>
        <State name="of full height" wide>
          <Disclosure summary="Show the values">What few want to see.</Disclosure>
        </State>
        <State name="dense" wide>
          <Disclosure summary="Show the values" isDense>
            What few want to see.
          </Disclosure>
        </State>
      </>
    ),
  },
  {
    title: "Badge",
    of: ["badge"],
    show: () =>
      BADGES.map(([tone, word]) => (
        <State key={tone} name={tone}>
          <Badge tone={tone}>{word}</Badge>
        </State>
      )),
  },
  {
    title: "Banner",
    of: ["banner", "failure"],
    show: () => (
      <>
        {(["info", "warn", "bad"] as const).map((tone) => (
          <State key={tone} name={tone} wide>
            <Banner tone={tone}>It stays in place until what it tells of is over.</Banner>
          </State>
        ))}
        <State name="with an action" wide>
          <Banner tone="warn" action={<Button variant="quiet">Try again</Button>}>
            The live connection is lost.
          </Banner>
        </State>
        <State name="failure, read out at once" wide>
          <Failure words="Cannot create deposit" />
        </State>
      </>
    ),
  },
  {
    title: "Check list",
    of: ["check-list"],
    show: () => (
      <State name="what can come of a check" wide>
        <CheckList label="What was checked">
          <CheckItem outcome="right" spoken="Right" words="The statement is signed with a published key." />
          <CheckItem
            outcome="wrong"
            spoken="Wrong"
            words="The way leads to another root than the signed one."
          >
            Expected 1,234.50, found 1,234.00
          </CheckItem>
          <CheckItem outcome="later" spoken="Later" words="The seed is public from 15:00:00 on." />
          <CheckItem outcome="missing" spoken="Not checked" words="Where the way leads was not checked." />
        </CheckList>
      </State>
    ),
  },
  {
    title: "Progress",
    of: ["progress"],
    show: () => (
      <>
        <State name="busy" wide>
          <Progress mood="busy" share={0.6} title="Payment seen" body="The network is confirming it." />
        </State>
        <State name="good" wide>
          <Progress mood="good" share={1} title="Confirmed" body="The amount is on your balance." />
        </State>
        <State name="bad" wide>
          <Progress mood="bad" share={1} title="This deposit failed" body="Nothing was credited." />
        </State>
        <State name="over" wide>
          <Progress mood="over" share={1} title="Cancelled" body="The whole amount is back." />
        </State>
      </>
    ),
  },
  {
    title: "Spinner",
    of: ["spinner"],
    show: () => (
      <>
        <State name="silent">
          <Spinner />
        </State>
        <State name="announced">
          <Spinner size={28} label="Loading" />
        </State>
      </>
    ),
  },
];
