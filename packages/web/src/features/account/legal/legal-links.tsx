import { useGet } from "../../../api/query.ts";
import { linksFor } from "../../../lib/links.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useText, useTextOf } from "../../../locales/text.ts";
import { PlainLink } from "../../../ui/button.tsx";
import { Caption, Row, Stack } from "../../../ui/primitives.tsx";

function useLegalLinks() {
  const language = useLanguage();
  return linksFor(useGet("settings").data?.legalLinks ?? [], language);
}

/** The operator's legal pages. Empty if the installation names none. */
export function LegalLinks() {
  const { common } = useText();
  const links = useLegalLinks();
  if (links.length === 0) return null;
  return (
    <Caption as="nav" aria-label={common.legal}>
      <Row as="ul" gap={[0, 5]} justify="center">
        {links.map(({ title, url }) => (
          <li key={url}>
            <PlainLink href={url}>{title}</PlainLink>
          </li>
        ))}
      </Row>
    </Caption>
  );
}

/** What a person declares who accepts the terms, with links to them. They open beside the form, which keeps what was typed. */
export function TermsStatement() {
  const { statement, withoutLinks } = useTextOf("auth").terms;
  const links = useLegalLinks();
  if (links.length === 0) return <span>{withoutLinks}</span>;
  return (
    <Stack as="span" gap={0}>
      {statement}
      <Row as="span" gap={[0, 4]}>
        {links.map(({ title, url }) => (
          <PlainLink key={url} isAccent href={url}>
            {title}
          </PlainLink>
        ))}
      </Row>
    </Stack>
  );
}
