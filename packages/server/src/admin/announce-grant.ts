import type { Role } from "@veritick/contract/roles.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import type { AdminContext } from "./context.ts";

const ROLE_WORDS: Record<Role, { en: string; fr: string }> = {
  viewer: { en: "viewer", fr: "lecteur" },
  support: { en: "support", fr: "support" },
  cashier: { en: "cashier", fr: "caissier" },
  administrator: { en: "administrator", fr: "administrateur" },
};

/** Tells everybody with rights by e-mail that the only administrator grants some, while there is a day to decline it. */
export function announceGrant(
  { database, mailer, siteOrigin, deferred }: AdminContext,
  email: string,
  role: Role,
  { effectiveAt, proposedByEmail }: NonNullable<Awaiting>,
): void {
  if (mailer === undefined) return;
  deferred.run("mail about new rights", async () => {
    const { rows } = await database.query<{ email: string }>(
      "select email from users where is_admin union all select email from users where staff_role is not null",
    );
    const mail = writeGrantMail({
      email,
      role: ROLE_WORDS[role],
      by: proposedByEmail ?? "",
      when: `${effectiveAt!.slice(0, 16).replace("T", " ")} UTC`,
      link: `${siteOrigin()}/admin`,
    });
    await Promise.all(rows.map(({ email: to }) => mailer.send({ to, ...mail })));
  });
}

type Grant = { email: string; role: { en: string; fr: string }; by: string; when: string; link: string };

/** In both languages: the platform does not know which one each of them reads. */
const writeGrantMail = ({ email, role, by, when, link }: Grant) => ({
  subject: "Veritick: new rights in the administration / nouveaux droits d’administration",
  text: `${by} gives ${email} the role "${role.en}".
The rights begin on ${when}. If this is wrong, decline it before then: ${link}

${by} donne à ${email} le rôle « ${role.fr} ».
Les droits commencent le ${when}. Si c’est une erreur, refusez avant : ${link}
`,
});
