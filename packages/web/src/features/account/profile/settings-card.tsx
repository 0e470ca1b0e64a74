import { useState } from "react";
import type { ReactNode } from "react";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { preloadDialog } from "../../../ui/overlay/dialog.tsx";
import { Lines, Quiet, Stack } from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import type { Loadable } from "../../../ui/states.tsx";

type SettingsCardProps<T> = {
  title: string;
  text?: string;
  query: Loadable<readonly T[]>;
  row: (item: T) => ReactNode;
  /** How many rows there are until the person asks for all. */
  atFirst?: number;
  empty?: ReactNode;
  actions?: ReactNode;
  /** What stands below the list, and the dialogs that its buttons open. */
  children?: ReactNode;
};

/** A card with a list of a person's own things. The focus stays in it when the pressed button or its dialog goes. */
export function SettingsCard<T>(props: SettingsCardProps<T>) {
  const { title, text, query, row, atFirst = Infinity, empty, actions, children } = props;
  const { showAll } = useTextOf("later").profile;
  const keptFocus = useKeptFocus<HTMLDivElement>("button");
  const [isWhole, setWhole] = useState(false);
  const count = query.data?.length ?? 0;
  const isCut = !isWhole && count > atFirst;
  return (
    <Card title={title}>
      <Stack
        gap={4}
        tabIndex={-1}
        onPointerEnter={preloadDialog}
        {...keptFocus}
        onFocus={() => {
          keptFocus.onFocus();
          void preloadDialog();
        }}
      >
        {text !== undefined && <Quiet pretty>{text}</Quiet>}
        <Loaded query={query}>
          {(list) =>
            list.length === 0 ? empty : <Lines>{(isCut ? list.slice(0, atFirst) : list).map(row)}</Lines>
          }
        </Loaded>
        {(isCut || actions) && (
          <Actions>
            {isCut && (
              <Button variant="quiet" onClick={() => setWhole(true)}>
                {showAll(count)}
              </Button>
            )}
            {actions}
          </Actions>
        )}
        {children}
      </Stack>
    </Card>
  );
}
