import type { Language } from "@veritick/contract/errors.ts";
import { momentIn } from "@veritick/contract/local-values.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type { Database } from "../platform/db/database.ts";
import type { MailFacts, Text } from "./mail-layout.ts";

/** The kinds of news for staff. Their mails have no limit: somebody could use it up before the mail that matters. */
export const FOR_STAFF = ["rights_granted", "limit_loosened"] as const;
export type StaffNews = (typeof FOR_STAFF)[number];
export const isForStaff = (kind: string): kind is StaffNews =>
  (FOR_STAFF as readonly string[]).includes(kind);

/**
 * Writes a mail about a grant of rights or a looser limit. Returns undefined if nothing is left to report.
 *
 * @param ref the id of the proposal that grants rights, or of the entry in the audit log
 */
export async function writeStaffMail(
  database: Database,
  { kind, ref, language, site }: { kind: StaffNews; ref: string; language: Language; site: string },
  { zone }: Pick<MailFacts, "zone">,
): Promise<Text | undefined> {
  const words = STAFF_MAIL_WORDS[language](zone);
  if (kind === "rights_granted") {
    const grant = await findGrant(database, ref);
    return grant && words.grant(grant, `${site}/admin`);
  }
  const change = await findChange(database, ref);
  return change && words.loosened(change, `${site}/admin/installation`);
}

type Grant = { email: string; role: Role; by: string; from: Date };
/** A changed setting with its values in the form of its variable; null for none. */
type LooserLimit = {
  name: string;
  from: string | null;
  to: string | null;
  by: string;
  proposedBy: string | null;
};

async function findGrant(database: Database, proposalId: string): Promise<Grant | undefined> {
  const { rows } = await database.query<Grant>({
    name: "find_told_grant",
    // A grant that was declined meanwhile needs no mail.
    text: `select u.email, p.role, coalesce(a.email, '') as by, p.effective_at as from
           from proposals p join users u on u.id = p.subject left join users a on a.id = p.proposed_by
           where p.id = $1 and p.outcome is null and p.effective_at is not null`,
    values: [proposalId],
  });
  return rows[0];
}

async function findChange(database: Database, auditId: string): Promise<LooserLimit | undefined> {
  const { rows } = await database.query<LooserLimit>({
    name: "find_told_change",
    text: `select l.after ->> 'name' as name, l.before ->> 'value' as from, l.after ->> 'value' as to,
             coalesce(a.email, '') as by, p.email as "proposedBy"
           from audit_log l left join users a on a.id = l.actor left join users p on p.id = l.proposed_by
           where l.id = $1`,
    values: [auditId],
  });
  return rows[0];
}

const ROLES: Record<Language, Record<Role, string>> = {
  en: { viewer: "viewer", support: "support", cashier: "cashier", administrator: "administrator" },
  fr: { viewer: "lecteur", support: "assistance", cashier: "paiements", administrator: "administrateur" },
};

type Words = {
  grant(grant: Grant, link: string): Text;
  loosened(limit: LooserLimit, link: string): Text;
};

export const STAFF_MAIL_WORDS: Record<Language, (zone: string | undefined) => Words> = {
  en: (zone) => ({
    grant: ({ email, role, by, from }, link) => ({
      subject: "New rights in the administration",
      text:
        `${by} is giving ${email} the role “${ROLES.en[role]}”.\n` +
        `The rights take effect on ${momentIn("en", from, zone)}. If this is wrong, reject the proposal before then: ${link}\n` +
        `Only administrators and cashiers can reject it. If you are neither, contact the operator.\n`,
    }),
    loosened: ({ name, from, to, by, proposedBy }, link) => ({
      subject: "A limit was relaxed",
      text:
        `${by} changed the setting ${name} from ${from ?? "none"} to ${to ?? "none"}` +
        `${proposedBy === null ? "" : `, as ${proposedBy} proposed`}.\n` +
        `This setting protects passwords, codes or money. If the change is wrong, undo it: ${link}\n` +
        `Only administrators can undo it. If you are not one, contact the operator.\n`,
    }),
  }),
  fr: (zone) => ({
    grant: ({ email, role, by, from }, link) => ({
      subject: "Nouveaux droits d’administration",
      text:
        `${by} donne à ${email} le rôle « ${ROLES.fr[role]} ».\n` +
        `Ces droits prendront effet le ${momentIn("fr", from, zone)}. S’il s’agit d’une erreur, refusez-les avant cette date : ${link}\n` +
        `Seuls les rôles « administrateur » et « paiements » permettent de refuser. Si vous n’avez aucun des deux, contactez l’exploitant.\n`,
    }),
    loosened: ({ name, from, to, by, proposedBy }, link) => ({
      subject: "Une limite a été assouplie",
      text:
        `${by} a modifié le réglage ${name} de ${from ?? "aucun"} à ${to ?? "aucun"}` +
        `${proposedBy === null ? "" : `, comme proposé par ${proposedBy}`}.\n` +
        `Ce réglage protège des mots de passe, des codes ou de l’argent. S’il s’agit d’une erreur, annulez cette modification : ${link}\n` +
        `Seul le rôle « administrateur » permet de l’annuler. Si vous ne l’avez pas, contactez l’exploitant.\n`,
    }),
  }),
};
