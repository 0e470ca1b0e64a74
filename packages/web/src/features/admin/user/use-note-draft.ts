import { createContext, useContext, useState } from "react";
import { Intent, useIntent } from "../../../lib/intent.ts";

type NoteDraft = {
  readonly typed: string;
  readonly setTyped: (next: string | ((typed: string) => string)) => void;
  /** A note that got no answer and is sent again is the same one. */
  readonly intent: Intent;
};

const NoteDraftContext = createContext<NoteDraft>({
  typed: "",
  setTyped: () => undefined,
  intent: new Intent(),
});

export const NoteDraftPlace = NoteDraftContext.Provider;

/** A note that is being written, kept above the tabs: another one can be looked at meanwhile. */
export function useNewNoteDraft(): NoteDraft {
  const [typed, setTyped] = useState("");
  const intent = useIntent();
  return { typed, setTyped, intent };
}

export const useNoteDraft = () => useContext(NoteDraftContext);
