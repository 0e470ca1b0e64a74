import { withTextOf, loadChosenLanguage } from "../src/locales/text.ts";
import "../src/ui/tokens.css";
import "../src/ui/base.css";

await withTextOf("desk", withTextOf("later", loadChosenLanguage()));
