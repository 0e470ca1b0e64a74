import { ACTIONS } from "./specimens-actions.tsx";
import { CHOICES } from "./specimens-choices.tsx";
import { DIALOGS } from "./specimens-dialogs.tsx";
import { FIELDS } from "./specimens-fields.tsx";
import { FIGURES } from "./specimens-figures.tsx";
import { SURFACES } from "./specimens-surfaces.tsx";
import { TELLING } from "./specimens-telling.tsx";
import type { Specimen } from "./specimen.tsx";

export const SECTIONS: readonly { title: string; specimens: readonly Specimen[] }[] = [
  { title: "Actions", specimens: ACTIONS },
  { title: "Fields", specimens: FIELDS },
  { title: "Choices", specimens: CHOICES },
  { title: "Figures and codes", specimens: FIGURES },
  { title: "Surfaces", specimens: SURFACES },
  { title: "Telling", specimens: TELLING },
  { title: "Above the page", specimens: DIALOGS },
];

/** Files of `ui/` that have no specimen of their own, and why. */
export const WITHOUT_SPECIMEN: Readonly<Record<string, string>> = {
  "dialog-view": "drawn by dialog, and loaded by it",
  icon: "the frame of every icon",
  "notice-view": "drawn by notices, and loaded by them",
  "plot-frame": "the frame of charts, each of which belongs to a feature",
};
