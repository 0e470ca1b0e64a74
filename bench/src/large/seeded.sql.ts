import type { Plan } from "./plan.ts";

/** SQL functions for choices that follow from a row's number. `salt` makes one choice differ from the next. */
export const SEEDED_FUNCTIONS = `
create function pg_temp.pick(n bigint, salt bigint, below bigint) returns bigint language sql immutable as
  'select (hashint8extended(n, salt) & 9223372036854775807) % below';
create function pg_temp.unit(n bigint, salt bigint) returns double precision language sql immutable as
  'select (hashint8extended(n, salt) >> 11 & 9007199254740991) / 9007199254740992.0::double precision';
create function pg_temp.seeded_id(ms bigint, n bigint, salt bigint) returns uuid language sql immutable as
  $$ select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || 'a'
       || lpad(to_hex(hashint8extended(n, salt) & 1152921504606846975), 15, '0'))::uuid $$;
create function pg_temp.moment(ms bigint) returns timestamptz language sql immutable as
  'select to_timestamp(ms / 1000.0)'`;

const FIRST_NAMES =
  "adele alex amina anna ben bruno camille carlos chloe clara david diego elena emma erik fatima felix hugo ines ivan " +
  "jade julia karim lars laura lea leo lina lucas marco marie maya mehdi mila nadia nils noah olga omar paul";
const LAST_NAMES =
  "andersen bauer bernard blanc bonnet brun carter chevalier costa da.silva diallo dubois durand evans faure fischer " +
  "fontaine garcia gauthier girard haddad hansen henry jansen keller khan kowalski lambert larsen laurent leroy lopez " +
  "marchand martin mercier moreau morel murphy nguyen novak olsen perez petit popov rey ricci richard robert romano " +
  "rossi rousseau sanchez santos schmidt simon smith torres traore vidal weber";
const HOSTS = "example.com example.net example.org mail.example";

/** A pair of letters that only one first name has. Eight people have that name, however many people there are. */
export const RARE_PAIR = "zq";
const RARE_NAME = "zqamar";

const oneOf = (words: string, choice: string): string => `(string_to_array('${words}', ' '))[1 + ${choice}]`;
const count = (words: string): number => words.split(" ").length;

/** SQL for the e-mail address of person number \`n\`, out of \`users\`. */
const emailOf = (n: string, users: number): string => `(
  case when ${n} % ${Math.max(2, Math.floor(users / 8))} = 1 then '${RARE_NAME}'
    else ${oneOf(FIRST_NAMES, `pg_temp.pick(${n}, 11, ${count(FIRST_NAMES)})`)} end
  || '.' || ${oneOf(LAST_NAMES, `pg_temp.pick(${n}, 12, ${count(LAST_NAMES)})`)} || ${n}
  || '@' || ${oneOf(HOSTS, `pg_temp.pick(${n}, 13, ${count(HOSTS)})`)})`;

/** Makes the people in the order in which they register. */
export const makePeople = ({ users, genesisMs, tradesFromMs }: Plan): string => `
create temporary table people as
select n, pg_temp.seeded_id(ms, n, 10) as id, ${emailOf("n", users)} as email, ms as registered_ms
from (
  select n, ${genesisMs} + 60000 + n::bigint * ${tradesFromMs - genesisMs - 3_600_000} / ${users} as ms
  from generate_series(1, ${users}) as n
) p`;

/** A factor that scatters ranks over the numbers. No likely number of users is a multiple of it. */
const SCATTER = 7_368_787;

/**
 * SQL for the number of the person who holds position \`n\`. As in life, a few hold very many and most hold a few. The
 * busiest share one position in twenty. The others' shares fall with the cube of the rank. The first person is the busiest.
 */
export const holderOf = (n: string, { users, busiest }: Plan): string => `(
  (case when pg_temp.pick(${n}, 1, 20) = 0 then pg_temp.pick(${n}, 2, ${busiest})
    else floor(${users} * power(pg_temp.unit(${n}, 3), 3))::bigint end * ${SCATTER}) % ${users} + 1)`;
