import { LANGUAGES, setTheme, THEME_CHOICES, useLanguage, useThemeChoice } from "../../../lib/preferences.ts";
import { switchLanguage, useTextOf, useText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";

/** Language and theme, which this browser remembers. */
export function AppearanceCard() {
  const { common } = useText();
  const { appearance } = useTextOf("later").profile;
  return (
    <Card title={appearance.title}>
      <Segmented
        label={common.language}
        value={useLanguage()}
        onChange={(value) => void switchLanguage(value)}
        options={LANGUAGES.map((value) => ({ value, label: common.languages[value] }))}
      />
      <Segmented
        label={appearance.theme}
        hasUnevenLabels
        value={useThemeChoice()}
        onChange={setTheme}
        options={THEME_CHOICES.map((value) => ({ value, label: appearance.themes[value] }))}
      />
    </Card>
  );
}
