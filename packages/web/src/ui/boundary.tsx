import { Children, Component } from "react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useText } from "../locales/text.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./states.tsx";

type Data = {
  /** Forgets the answers that nothing on the page shows. Those of a broken part are among them. */
  forget: () => void;
  /** Fetches all others again. */
  fetch: () => Promise<void>;
};

let data: Data = { forget: () => undefined, fetch: async () => undefined };

/** Says how to renew data. Pages without data need not load that code. */
export const renewDataBy = (renewed: Data): void => void (data = renewed);

type Broken = { tryAgain: () => void; isTrying: boolean };

type BoundaryProps = {
  /** What stands in for content that throws: words with "Try again", nothing, or what a function draws. */
  look?: "part" | "none" | ((broken: Broken) => ReactNode) | undefined;
  /** Another value tries again, as another page does. */
  of?: number | undefined;
  children: ReactNode;
};

/** Keeps a fault in its content from taking the rest of the page with it. Another page tries again with new data. */
export function Boundary(props: BoundaryProps) {
  const [path] = useLocation();
  return <Catcher {...props} path={`${path} ${props.of ?? ""}`} />;
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
    setTimeout(data.forget);
  }

  readonly tryAgain = async () => {
    this.setState({ isTrying: true });
    data.forget();
    await data.fetch();
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
