import { useDeferredValue, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useText } from "../../locales/text.ts";
import type { measurePassword } from "./measure-password.ts";
import { Stack } from "../../ui/primitives.tsx";
import { Bar } from "../../ui/progress.tsx";

type PasswordHintProps = {
  password: string;
  email?: string;
  children: ReactNode;
};

/** The hint below a new password, with its strength. This is only advice: the server decides what it refuses. */
export function PasswordHint({ password, email = "", children }: PasswordHintProps) {
  const { auth, common } = useText();
  const typed = useDeferredValue(password);
  const measure = useMeasure(password !== "");
  if (measure === undefined || typed === "") return children;
  const score = measure(typed, [email, common.product]);
  return (
    <Stack as="span" gap={1} style={{ flex: 1 }}>
      {children}
      <Bar mood={score <= 1 ? "bad" : score === 4 ? "good" : "busy"} share={(score + 1) / 5} />
      {auth.strength[score]}
    </Stack>
  );
}

/** Loads the meter once somebody types. Without it the hint stays as it is. */
function useMeasure(isWanted: boolean): typeof measurePassword | undefined {
  const [measure, setMeasure] = useState<typeof measurePassword>();
  useEffect(() => {
    if (!isWanted || measure !== undefined) return;
    void import("./measure-password.ts").then(
      (loaded) => setMeasure(() => loaded.measurePassword),
      (error: unknown) => console.warn(error),
    );
  }, [isWanted, measure]);
  return measure;
}
