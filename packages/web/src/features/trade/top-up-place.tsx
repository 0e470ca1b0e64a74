import { Suspense, useState } from "react";
import { useDesk } from "../../api/desk/desk.ts";

/** Shows the top-up once the balance is empty. It stays after that, because the dialog that it opened may still be open. */
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
