import { LANGUAGES, useLanguage } from "../lib/preferences.ts";
import { switchLanguage, useText } from "../locales/text.ts";
import styles from "./language-switch.module.css";

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
