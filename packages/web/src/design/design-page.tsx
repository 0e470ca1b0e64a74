import type { ReactNode } from "react";
import { Notices } from "../ui/overlay/notices.tsx";
import { LanguageSwitch, Logo, PageHeader, ThemeToggle } from "../ui/page-header.tsx";
import { PageTitle, Quiet, Row, Stack } from "../ui/primitives.tsx";
import reading from "../ui/reading-page.module.css";
import { SpecimenView } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";
import { ACTIONS, CHOICES } from "./specimens-actions.tsx";
import { DIALOGS } from "./specimens-dialogs.tsx";
import { FIELDS } from "./specimens-fields.tsx";
import { FILTERS } from "./specimens-filters.tsx";
import { FIGURES, TELLING } from "./specimens-figures.tsx";
import { SURFACES } from "./specimens-surfaces.tsx";
import { ColourTokens, SizeTokens } from "./tokens.tsx";

/** Every token, and every component of `ui/` in every state, in both themes side by side. */
export function DesignPage() {
  return (
    <>
      <PageHeader start={<Logo name="Veritick" />}>
        <LanguageSwitch />
        <ThemeToggle />
      </PageHeader>
      <main id="content" tabIndex={-1} className={reading["page"]}>
        <PageTitle>Design system</PageTitle>
        <Quiet measure>
          Each specimen is shown in both themes. Dialogs, menus, messages and tips open in the theme of the
          page. The switches at the top change the language and that theme.
        </Quiet>
        <Row as="nav" gap={[0, 5]} aria-label="Sections">
          {["Colours", "Sizes", ...SECTIONS.map(({ title }) => title)].map((title) => (
            <a key={title} href={`#${idOf(title)}`} className={reading["link"]}>
              {title}
            </a>
          ))}
        </Row>
        <Section title="Colours">
          <ColourTokens />
        </Section>
        <Section title="Sizes">
          <SizeTokens />
        </Section>
        {SECTIONS.map(({ title, specimens }) => (
          <Section key={title} title={title}>
            {specimens.map((specimen: Specimen) => (
              <SpecimenView key={specimen.title} specimen={specimen} />
            ))}
          </Section>
        ))}
      </main>
      <Notices />
    </>
  );
}

const idOf = (title: string) => title.toLowerCase().replaceAll(/\W+/g, "-");

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={8} aria-labelledby={idOf(title)}>
      <PageTitle as="h2" id={idOf(title)}>
        {title}
      </PageTitle>
      {children}
    </Stack>
  );
}

export const SECTIONS: readonly { title: string; specimens: readonly Specimen[] }[] = [
  { title: "Actions", specimens: ACTIONS },
  { title: "Fields", specimens: FIELDS },
  { title: "Choosing", specimens: CHOICES },
  { title: "Filtering", specimens: FILTERS },
  { title: "Figures and codes", specimens: FIGURES },
  { title: "Surfaces", specimens: SURFACES },
  { title: "Telling", specimens: TELLING },
  { title: "Above the page", specimens: DIALOGS },
];

/** Components of `ui/` that have no specimen of their own, and the reason. */
export const WITHOUT_SPECIMEN: Readonly<Record<string, string>> = {
  Boundary: "draws nothing unless its content throws",
  Isolated: "draws nothing unless its content throws",
  DialogView: "drawn by Dialog, and loaded by it",
  NoticeView: "drawn by Notices, and loaded by them",
  FilterBar: "a region that moves the focus; its fields have a specimen",
  BandPlot: "a picture, drawn on the fairness page and among the results",
  BarPlot: "a picture, drawn among the results",
  LoadingPage: "a Spinner in the middle of a page",
  FieldNote: "the line below a Field or a Check",
  Summary: "the line of Disclosure",
  ReadingPage: "the column of a page to read, such as this one",
  PageHead: "the title of such a page",
  Sections: "the headings of the fairness page, which open",
  Section: "one of them; the address can name it",
  PlotFrame: "the frame of charts, each of which belongs to a feature",
  PlotTimes: "the times below those charts",
  CardLevel: "changes the outline of a page, not its look",
  VisuallyHidden: "nobody sees it",
};
