import { Suspense, useState } from "react";
import type { ComponentType, ReactNode } from "react";

type DetailsProps<T> = { known: T; open: boolean; onOpenChange: (open: boolean) => void };

/** The dialog of the row that was opened last, and what opens it. */
export function useDetails<T extends { readonly id: string }>(
  Details: ComponentType<DetailsProps<T>>,
): { show: (item: T) => void; details: ReactNode } {
  const [shown, setShown] = useState<T>();
  const [open, setOpen] = useState(false);
  return {
    show(item) {
      setShown(item);
      setOpen(true);
    },
    details: shown !== undefined && (
      <Suspense fallback={null}>
        <Details key={shown.id} known={shown} open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  };
}
