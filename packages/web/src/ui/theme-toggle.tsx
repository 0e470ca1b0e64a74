import { setTheme, useTheme } from "../lib/preferences.ts";
import { useText } from "../locales/text.ts";
import { IconButton } from "./icon-button.tsx";
import { MoonIcon, SunIcon } from "./first-icons.tsx";

export function ThemeToggle() {
  const text = useText();
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <IconButton label={text.common.useTheme[other]} onClick={() => setTheme(other)}>
      {other === "light" ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
