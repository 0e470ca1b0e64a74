import { useGet } from "../../../api/query.ts";
import { useText } from "../../../locales/text.ts";
import { PlainLink } from "../../../ui/button.tsx";
import { Caption, Row } from "../../../ui/primitives.tsx";

/** The installation's links to help with gambling. Empty if it names none. */
export function HelpLinks() {
  const { support } = useText().common;
  const links = useGet("settings").data?.helpLinks ?? [];
  if (links.length === 0) return null;
  return (
    <Caption as="nav" aria-label={support.place}>
      <Row gap={[0, 4]} align="center">
        <span aria-hidden="true">{support.place}</span>
        <Row as="ul" gap={[0, 4]}>
          {links.map(({ title, url }) => (
            <li key={url}>
              <PlainLink isAccent href={url}>
                {title}
              </PlainLink>
            </li>
          ))}
        </Row>
      </Row>
    </Caption>
  );
}
