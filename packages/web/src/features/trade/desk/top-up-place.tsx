import { Suspense, useState } from "react";
import { useDesk } from "../../../api/desk/desk.ts";

/** What says that nothing is left to stake and leads to more. It stays after that, as what it opened may still be open. */
export function TopUpPlace({ isEmpty }: { isEmpty: boolean }) {
  const { TopUp } = useDesk();
  const [wasEmpty, setWasEmpty] = useState(isEmpty);
  if (isEmpty && !wasEmpty) setWasEmpty(true);
  return (
    wasEmpty && (
      <Suspense fallback={null}>
        <TopUp isEmpty={isEmpty} />
      </Suspense>
    )
  );
}
