import { LANGUAGES, setTheme, useLanguage, useTheme } from "../lib/preferences.ts";
import { switchLanguage, useText } from "../locales/text.ts";
import { IconButton } from "./button.tsx";
import { MoonIcon, SunIcon } from "./icons.tsx";
import styles from "./switches.module.css";

export function LanguageSwitch() {
  const text = useText();
  const current = useLanguage();
  return (
    <div role="group" aria-label={text.common.language} className={styles["switch"]}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-label={`${language.toUpperCase()}, ${text.common.languages[language]}`}
          data-tip={text.common.languages[language]}
          aria-pressed={language === current}
          className={styles["choice"]}
          onClick={() => void switchLanguage(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

export function ThemeToggle() {
  const text = useText();
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <IconButton label={text.common.useTheme[other]} onClick={() => setTheme(other)}>
      {other === "light" ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
