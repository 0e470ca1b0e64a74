import { Children, Component } from "react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useText } from "../locales/text.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./states.tsx";

/** Forgets the data that may have broken a part. Resolves once what is left is fetched again. */
let forgetData = async (): Promise<void> => {};

/** Says how to forget data. Pages without data need not load that code. */
export const forgetDataBy = (forget: () => Promise<void>): void => void (forgetData = forget);

type Broken = { tryAgain: () => void; isTrying: boolean };

type BoundaryProps = {
  /** What stands in for content that throws: words with "Try again", nothing, or what a function draws. */
  look?: "part" | "none" | ((broken: Broken) => ReactNode) | undefined;
  children: ReactNode;
};

/**
 * Keeps a fault in its content from taking the rest of the page with it. Another page, or another visit to this one, tries
 * again with new data.
 */
export function Boundary(props: BoundaryProps) {
  const [path] = useLocation();
  return <Catcher {...props} path={path} />;
}

type State = { path: string; isBroken: boolean; isTrying: boolean };

class Catcher extends Component<BoundaryProps & { path: string }, State> {
  override state = { path: this.props.path, isBroken: false, isTrying: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ path }: { path: string }, before: State): State | null {
    return path === before.path ? null : { path, isBroken: false, isTrying: false };
  }

  override componentDidCatch() {
    // By then the broken part no longer holds its data.
    setTimeout(() => void forgetData());
  }

  readonly tryAgain = async () => {
    this.setState({ isTrying: true });
    await forgetData();
    this.setState({ isBroken: false, isTrying: false });
  };

  override render() {
    const { look = "part", children } = this.props;
    if (!this.state.isBroken) return children;
    if (look === "none") return null;
    const broken = { tryAgain: () => void this.tryAgain(), isTrying: this.state.isTrying };
    return look === "part" ? <BrokenPart {...broken} /> : look(broken);
  }
}

/** Puts a boundary around each child, so that a broken one leaves the others. */
export const Isolated = ({ look, children }: BoundaryProps) =>
  Children.map(children, (child) => <Boundary look={look}>{child}</Boundary>);

function BrokenPart({ tryAgain, isTrying }: Broken) {
  const { crash, retry } = useText().common;
  const again = (
    <Button variant="quiet" pending={isTrying} onClick={tryAgain}>
      {retry}
    </Button>
  );
  return <EmptyState role="status" title={crash.part} action={again} />;
}
