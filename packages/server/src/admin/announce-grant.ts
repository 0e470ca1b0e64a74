import type { Role } from "@veritick/contract/roles.ts";
import { claimUnannounced, findProposal, markAnnounced } from "../approvals/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Mailer } from "../platform/mail/mailer.ts";
import { periodically } from "../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { AdminContext } from "./context.ts";

const ROLE_WORDS: Record<Role, { en: string; fr: string }> = {
  viewer: { en: "viewer", fr: "lecteur" },
  support: { en: "support", fr: "support" },
  cashier: { en: "cashier", fr: "caissier" },
  administrator: { en: "administrator", fr: "administrateur" },
};

type GrantContext = Pick<AdminContext, "database" | "clock" | "mailer" | "siteOrigin">;

/**
 * Tells everybody with rights by e-mail of what the only administrator grants, while there is a day to decline it. Tries
 * again later where no mail could be sent, or the process is killed. Somebody may then get a mail twice.
 */
export async function announceGrants(context: GrantContext): Promise<void> {
  if (context.mailer === undefined) return;
  for (const { id } of await claimUnannounced(context.database, dateOf(context.clock))) {
    await announce(context, context.mailer, id);
  }
}

const LOOK_TICKS = 15;

/** The same for what a process that was killed had still to send. */
export const announceLostGrants = (context: GrantContext & { log: Log }): PeriodicTask =>
  periodically(LOOK_TICKS, "mails about new rights", context.log, () => announceGrants(context));

async function announce({ database, siteOrigin }: GrantContext, mailer: Mailer, id: string): Promise<void> {
  const proposal = (await findProposal(database, id))!;
  const { rows } = await database.query<{ email: string }>(
    "select email from users where is_admin union all select email from users where staff_role is not null",
  );
  const mail = writeGrantMail({
    email: proposal.subject_email ?? "",
    role: ROLE_WORDS[proposal.role!],
    by: proposal.proposed_by_email ?? "",
    when: `${proposal.effective_at!.toISOString().slice(0, 16).replace("T", " ")} UTC`,
    link: `${siteOrigin()}/admin`,
  });
  const sent = await Promise.allSettled(rows.map(({ email: to }) => mailer.send({ to, ...mail })));
  // Where a single address is refused, the others must not get the mail over and over.
  if (sent.some(({ status }) => status === "fulfilled")) await markAnnounced(database, id);
}

type Grant = { email: string; role: { en: string; fr: string }; by: string; when: string; link: string };

/** In both languages: the platform does not know which one each of them reads. */
const writeGrantMail = ({ email, role, by, when, link }: Grant) => ({
  subject: "Veritick: new rights in the administration / nouveaux droits d’administration",
  text: `${by} gives ${email} the role "${role.en}".
The rights begin on ${when}. If this is wrong, decline it before then: ${link}
Administrators and cashiers can. If you cannot, tell whoever runs the server.

${by} donne à ${email} le rôle « ${role.fr} ».
Les droits commencent le ${when}. Si c’est une erreur, refusez avant : ${link}
Les administrateurs et les caissiers le peuvent. Sinon, prévenez la personne qui gère le serveur.
`,
});
