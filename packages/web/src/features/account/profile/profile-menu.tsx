import { Suspense, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { AvatarButton } from "./avatar-button.tsx";

const load = () => import("./opened-profile-menu.tsx");
const OpenedProfileMenu = lazyPart(async () => ({ default: (await load()).OpenedProfileMenu }));

/** A button until it is first pressed: only then is what draws menus worth loading. */
export function ProfileMenu({ email }: { email: string }) {
  const [wanted, setWanted] = useState(false);
  const closed = (
    <AvatarButton
      email={email}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    />
  );
  return wanted ? (
    <Suspense fallback={closed}>
      <OpenedProfileMenu email={email} />
    </Suspense>
  ) : (
    closed
  );
}
