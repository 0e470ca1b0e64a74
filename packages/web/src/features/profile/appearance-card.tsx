import { LANGUAGES, setTheme, useLanguage, useTheme } from "../../lib/preferences.ts";
import { switchLanguage, useLaterText, useText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { Segmented } from "../../ui/segmented.tsx";

const THEMES = ["dark", "light"] as const;

export function AppearanceCard() {
  const { common } = useText();
  const { profile } = useLaterText();
  return (
    <Card title={profile.appearance.title}>
      <Segmented
        label={common.language}
        value={useLanguage()}
        onChange={(value) => void switchLanguage(value)}
        options={LANGUAGES.map((value) => ({ value, label: common.languages[value] }))}
      />
      <Segmented
        label={common.theme}
        value={useTheme()}
        onChange={setTheme}
        options={THEMES.map((value) => ({ value, label: common.themes[value] }))}
      />
    </Card>
  );
}
