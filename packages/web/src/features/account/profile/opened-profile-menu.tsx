import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { endSession } from "../../../api/sign-in.ts";
import { LANGUAGES, useLanguage } from "../../../lib/preferences.ts";
import { switchLanguage, useText, useDeskText } from "../../../locales/text.ts";
import { CheckIcon } from "../../../ui/icons.tsx";
import {
  BarsIcon,
  ClockIcon,
  GlobeIcon,
  HelpIcon,
  LogoutIcon,
  PlayIcon,
  ShieldIcon,
  UserIcon,
} from "../../../ui/more-icons.tsx";
import { Menu, MenuChoices, MenuItem, MenuNote, MenuSeparator, MenuSub } from "../../../ui/overlay/menu.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";

type OpenedProfileMenuProps = { email: string; trigger: ReactElement };

/** The menu of the signed-in user. It mounts open, because its button has already been pressed. */
export function OpenedProfileMenu({ email, trigger }: OpenedProfileMenuProps) {
  const { menu, languages, error, logoutFailed } = useText().common;
  const { desk } = useDeskText().trade;
  const isAdmin = useCurrentUser()?.isAdmin === true;
  const language = useLanguage();
  const [, navigate] = useLocation();

  async function logout() {
    try {
      await endSession();
      navigate("/auth");
    } catch {
      notify({ title: error, body: logoutFailed, tone: "destructive" });
    }
  }

  return (
    <Menu trigger={trigger} initiallyOpen>
      <MenuNote>{email}</MenuNote>
      <MenuSeparator />
      <MenuItem icon={<UserIcon size={18} />} onSelect={() => navigate("/profile")}>
        {menu.profile}
      </MenuItem>
      <MenuItem icon={<PlayIcon size={18} />} onSelect={() => navigate("/practice")}>
        {desk.practice}
      </MenuItem>
      <MenuItem icon={<BarsIcon size={18} />} onSelect={() => navigate("/results")}>
        {menu.results}
      </MenuItem>
      <MenuItem icon={<ClockIcon size={18} />} onSelect={() => navigate("/limits")}>
        {menu.limits}
      </MenuItem>
      <MenuItem icon={<CheckIcon size={18} />} onSelect={() => navigate("/fairness")}>
        {menu.fairness}
      </MenuItem>
      <MenuItem icon={<HelpIcon size={18} />} onSelect={() => navigate("/help")}>
        {menu.help}
      </MenuItem>
      {isAdmin && (
        <MenuItem icon={<ShieldIcon size={18} />} onSelect={() => navigate("/admin")}>
          {menu.admin}
        </MenuItem>
      )}
      <MenuSub icon={<GlobeIcon size={18} />} label={menu.language}>
        <MenuChoices
          value={language}
          onChange={(value) => void switchLanguage(value)}
          options={LANGUAGES.map((value) => ({ value, label: languages[value] }))}
        />
      </MenuSub>
      <MenuSeparator />
      <MenuItem icon={<LogoutIcon size={18} />} onSelect={() => void logout()}>
        {menu.logout}
      </MenuItem>
    </Menu>
  );
}
