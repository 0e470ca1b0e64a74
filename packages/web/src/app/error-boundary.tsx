import { Component } from "react";
import type { ReactNode } from "react";
import { useText } from "../locales/text.ts";
import { Button } from "../ui/button.tsx";
import { PageTitle } from "../ui/primitives.tsx";
import styles from "./whole-page.module.css";

type Props = { children: ReactNode };

/** The last resort for a fault in the interface: says so calmly and offers the one thing that helps. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <CrashPage /> : this.props.children;
  }
}

function CrashPage() {
  const { crash } = useText().common;
  return (
    <main className={styles["page"]}>
      <PageTitle>{crash.title}</PageTitle>
      <p className={styles["hint"]}>{crash.hint}</p>
      <Button onClick={() => location.reload()}>{crash.reload}</Button>
    </main>
  );
}
