import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Button } from "../ui/button.tsx";
import { Logo, LogoMark } from "../ui/logo.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { State } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

export const SURFACES: readonly Specimen[] = [
  {
    title: "Logo",
    of: ["logo"],
    show: () => (
      <>
        <State name="mark">
          <LogoMark size={48} />
        </State>
        <State name="with the name">
          <Logo name="Veritick" />
        </State>
      </>
    ),
  },
  {
    title: "Page header",
    of: ["page-header"],
    show: () => (
      <State name="with both sides" wide>
        {/* A box that scrolls by itself, so that it sticks to that and not to the page. */}
        <div style={{ overflow: "hidden" }}>
          <PageHeader start={<Logo name="Veritick" />}>
            <Button variant="quiet">Get started</Button>
          </PageHeader>
        </div>
      </State>
    ),
  },
  {
    title: "Card",
    of: ["card"],
    show: (theme) => (
      <>
        <State name="titled, with an aside" wide>
          <Card title={`Two-step sign-in, ${theme}`} aside={<Badge tone="neutral">Off</Badge>}>
            <p>A named region of the page.</p>
          </Card>
        </State>
        <State name="plain" wide>
          <Card>
            <p>Only a surface.</p>
          </Card>
        </State>
      </>
    ),
  },
  {
    title: "Empty state",
    of: ["empty-state"],
    show: () => (
      <>
        <State name="with a hint" wide>
          <EmptyState title="No active positions" hint="Choose Buy or Sell: what you open is shown here." />
        </State>
        <State name="with a way on" wide>
          <EmptyState title="No deposits yet" action={<Button variant="quiet">Deposit</Button>} />
        </State>
      </>
    ),
  },
  {
    title: "Skeleton",
    of: ["skeleton"],
    show: () => (
      <State name="of a line and a block" wide>
        <Skeleton width={160} height={20} />
        <br />
        <Skeleton width="100%" height={72} />
      </State>
    ),
  },
];
