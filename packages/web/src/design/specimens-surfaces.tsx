import { Button } from "../ui/button.tsx";
import { Card, Disclosure } from "../ui/card.tsx";
import { Logo, LogoMark, PageHeader } from "../ui/page-header.tsx";
import {
  Badge,
  Caption,
  Code,
  ExactText,
  Figure,
  Grid,
  Lead,
  Lines,
  Medium,
  Note,
  Num,
  PageTitle,
  Panel,
  Quiet,
  Row,
  Stack,
  Strong,
  Text,
  Title,
} from "../ui/primitives.tsx";
import { SettingRow } from "../ui/setting-row.tsx";
import type { Specimen } from "./specimen.tsx";

const WORDS = ["One", "beside", "the other", "in as many", "columns", "as fit"].map((word) => (
  <Panel key={word}>{word}</Panel>
));

export const SURFACES: readonly Specimen[] = [
  {
    title: "Layout",
    of: ["Stack", "Row", "Grid", "Panel", "Lines", "SettingRow"],
    note: "Gaps are steps of the grid of 4 px. A style sheet of a feature has no layout that these have.",
    isWide: true,
    states: {
      stack: <Stack gap={2}>{WORDS.slice(0, 3)}</Stack>,
      row: <Row gap={2}>{WORDS.slice(0, 3)}</Row>,
      "row, between": (
        <Row gap={2} justify="between">
          {WORDS.slice(0, 2)}
        </Row>
      ),
      "grid of at least 100 px": (
        <Grid gap={2} min={100}>
          {WORDS}
        </Grid>
      ),
      "grid of columns, from a width": (
        <Grid gap={2} columns="2fr 1fr" from="large">
          {WORDS.slice(0, 2)}
        </Grid>
      ),
      lines: (
        <Lines>
          <li>One</li>
          <li>below the other</li>
        </Lines>
      ),
      "lines of settings": (
        <Lines>
          <SettingRow
            name={
              <>
                Firefox on Linux <Badge tone="good">This device</Badge>
              </>
            }
            notes={
              <>
                <Num>203.0.113.7</Num> <span>Signed in on 1 Mar 2026, 18:30</span>
              </>
            }
          />
          <SettingRow
            name="Stakes"
            notes="Your total stake in a day."
            action={<Button variant="quiet">Change</Button>}
          >
            <Num>105.00 of 120.00 USDMS</Num>
          </SettingRow>
        </Lines>
      ),
    },
  },
  {
    title: "Text",
    of: [
      "PageTitle",
      "Title",
      "Figure",
      "Lead",
      "Text",
      "Strong",
      "Medium",
      "Quiet",
      "Caption",
      "Code",
      "Note",
      "ExactText",
    ],
    states: {
      "page title": <PageTitle as="p">Your limits</PageTitle>,
      title: <Title>Security</Title>,
      figure: <Figure>282.50</Figure>,
      lead: <Lead>The first words of a page.</Lead>,
      text: <Text>You can lower a limit at once.</Text>,
      strong: <Strong>100.00 USDMS</Strong>,
      medium: <Medium>5 min ×10.0</Medium>,
      quiet: <Quiet>You can lower a limit at once.</Quiet>,
      caption: <Caption>Changed 2 hours ago</Caption>,
      code: <Code>vtk_Qx3nB0eT5wYd</Code>,
      note: <Note>{"The words of a user,\nwith their line breaks."}</Note>,
      "text as it is signed": <ExactText translate="no">{"houseEdge 0.05\nwinRule barrier"}</ExactText>,
    },
  },
  {
    title: "Logo",
    of: ["Logo", "LogoMark"],
    states: { mark: <LogoMark size={48} />, "with the name": <Logo name="Veritick" /> },
  },
  {
    title: "Page header",
    of: ["PageHeader"],
    isWide: true,
    states: {
      "with both sides": (
        // A scrolling box, so that the header sticks to it and not to the page.
        <div style={{ overflow: "hidden" }}>
          <PageHeader start={<Logo name="Veritick" />}>
            <Button variant="quiet">Get started</Button>
          </PageHeader>
        </div>
      ),
    },
  },
  {
    title: "Card",
    of: ["Card", "Disclosure"],
    isWide: true,
    states: (theme) => ({
      "titled, with an aside": (
        <Card title={`Two-step sign-in, ${theme}`} aside={<Badge tone="neutral">Off</Badge>}>
          <p>A named region of the page.</p>
        </Card>
      ),
      plain: (
        <Card>
          <p>Only a surface.</p>
        </Card>
      ),
      "optional details": <Disclosure summary="Show the values">152.924</Disclosure>,
      "the same, dense": (
        <Disclosure summary="Show the values" isDense>
          152.924
        </Disclosure>
      ),
    }),
  },
];
