import { Suspense, useState } from "react";
import type { ComponentProps } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useText } from "../../../locales/text.ts";
import { BackLink, PageHeader } from "../../../ui/page-header.tsx";
import styles from "./profile-menu.module.css";
import { EmailPlace } from "./security-news.tsx";

const OpenedProfileMenu = lazyPart(async () => (await import("./opened-profile-menu.tsx")).OpenedProfileMenu);

/** Shows only the button until the user presses it. The code that draws menus loads when the user reaches for it. */
export function ProfileMenu({ email }: { email: string }) {
  const [wanted, setWanted] = useState(false);

  /** The button stays while the code is missing. The menu takes the focus, so it opens only if the focus has not moved. */
  async function open() {
    const focused = document.activeElement;
    if ((await OpenedProfileMenu.request()) && document.activeElement === focused) setWanted(true);
  }

  const closed = (
    <AvatarButton
      email={email}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void OpenedProfileMenu.preload()}
      onFocus={() => void OpenedProfileMenu.preload()}
      onClick={() => void open()}
    />
  );
  return wanted ? (
    <Suspense fallback={closed}>
      <OpenedProfileMenu email={email} trigger={<AvatarButton email={email} />} />
    </Suspense>
  ) : (
    closed
  );
}

/** The header of the pages around the dashboard: a link back, and the menu of the signed-in user. */
export function AccountHeader({ back, to = "dashboard" }: { back: string; to?: "dashboard" | "profile" }) {
  const { dashboard, menu } = useText().common;
  const user = useCurrentUser();
  return (
    <>
      <PageHeader
        start={
          <Link href={`/${to}`} asChild>
            <BackLink label={back}>{to === "profile" ? menu.profile : dashboard}</BackLink>
          </Link>
        }
      >
        {user && <ProfileMenu email={user.email} />}
      </PageHeader>
      <EmailPlace />
    </>
  );
}

/** The first two letters of the e-mail, on the button that opens the profile menu. */
function AvatarButton({ email, ...rest }: ComponentProps<"button"> & { email: string }) {
  const { menu } = useText().common;
  const initials = email.slice(0, 2).toUpperCase();
  return (
    <button
      aria-label={`${initials}, ${menu.label}`}
      data-tip={menu.label}
      {...rest}
      type="button"
      className={styles["avatar"]}
    >
      <span aria-hidden="true">{initials}</span>
    </button>
  );
}
