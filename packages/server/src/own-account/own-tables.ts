/** A table with rows about users, and the part of it that users get with their data. */
type OwnTable = {
  /** SQL condition on the rows about user $1. */
  readonly whose: string;
  /** The column by which pages are ordered. It is unique among the rows of one user. */
  readonly key: string;
  /** The type of the key if it is not a UUID. */
  readonly keyType?: "bytea" | "date" | "text";
  readonly columns: string;
  /** The other columns, with the reason why each is left out. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** The name of a file for spreadsheets, if one is useful. */
  readonly csv?: string;
};

const OTHERS = "names somebody else";
const SECRET = "is a secret or made from one, and tells nothing about the person";
const INTERNAL = "is how the server works, and tells nothing about the person";
/**
 * The reason for leaving out screenings. In many countries the law forbids telling users that their payment is suspected.
 */
const NOT_TOLD = "may warn somebody whose payment is suspected";
/** The reason for leaving out texts of staff. They may hold what the law forbids telling. */
const STAFF_ONLY = "is for staff only; a reason that the person may read is in the deposit or withdrawal";
const IN_RECEIPT = "is in the receipt";

const byUser = (
  columns: string,
  leftOut: Record<string, string> = {},
  more: Partial<OwnTable> = {},
): OwnTable => ({ whose: "user_id = $1", key: "id", columns, leftOut, ...more });

/**
 * The tables with rows about users. A test compares their columns with the database, so that none is added without a
 * decision.
 */
export const OWN_TABLES: Readonly<Record<string, OwnTable>> = {
  users: {
    whose: "id = $1",
    key: "id",
    columns:
      "id email email_confirmed_at balance is_admin staff_role language terms_version terms_accepted_at created_at withdrawals_held_until trading_locked_at withdrawals_locked_at mail_phrase saved_addresses_only invitation_id",
    leftOut: {
      password: SECRET,
      withdrawal_code: SECRET,
      limits_set: INTERNAL,
      rights_order: INTERNAL,
    },
  },
  trading_positions: byUser(
    `id created_at type amount duration multiplier entry_price barrier_price win_chance win_rule status result_price profit
     refund_reason expires_at entry_tick expiry_tick round closing_tick closing_price closing_chance sold_at sale_round sale_value`,
    {
      user_id: "is the same in each row",
      pull: IN_RECEIPT,
      reach: IN_RECEIPT,
      signing_key: IN_RECEIPT,
      promise_batch: IN_RECEIPT,
      promise_leaf: IN_RECEIPT,
      sale_signature: IN_RECEIPT,
      sale_key: IN_RECEIPT,
      house_stripe: INTERNAL,
    },
    { csv: "positions.csv" },
  ),
  archived_sums: byUser("part_starts month positions stakes paid selling_fees", {
    id: INTERNAL,
    user_id: "is the same in each row",
  }),
  deposit_transactions: byUser(
    `id created_at updated_at amount pay_amount least_amount credited status provider payment_id pay_address failure_reason rejection_reason
     decided_at being_checked`,
    {
      user_id: "is the same in each row",
      decided_by: OTHERS,
      request_key: INTERNAL,
      request_hash: INTERNAL,
    },
    { csv: "deposits.csv" },
  ),
  payments: byUser(
    `id provider payment_id order_id is_repeated pay_address asset state state_at arrived outcome details credited created_at
     updated_at`,
    {
      user_id: "is the same in each row",
      ...Object.fromEntries(
        "was_seen was_taken differs set_aside advanced fee_booked trusted is_decided decided_about version next_poll_at"
          .split(" ")
          .map((column) => [column, INTERNAL]),
      ),
    },
  ),
  withdrawal_transactions: byUser(
    `id created_at updated_at amount fee net_amount address status provider transaction_hash failure_reason rejection_reason decided_at being_checked`,
    { user_id: "is the same in each row", decided_by: OTHERS },
    { csv: "withdrawals.csv" },
  ),
  payouts: {
    whose: "withdrawal_id in (select id from withdrawal_transactions where user_id = $1)",
    key: "withdrawal_id",
    columns:
      "withdrawal_id provider payout_id amount address outcome transaction_hash since state state_at sent",
    leftOut: { batch_id: INTERNAL, step: INTERNAL, next_poll_at: INTERNAL },
  },
  withdrawal_addresses: byUser("id name address created_at", { user_id: "is the same in each row" }),
  user_limits: byUser(
    `user_id deposit deposit_next deposit_next_at stake stake_next stake_next_at loss loss_next loss_next_at paused_until
     excluded_until reminder_minutes time_zone deposit_week deposit_week_next deposit_week_next_at stake_week stake_week_next
     stake_week_next_at loss_week loss_week_next loss_week_next_at deposit_month deposit_month_next deposit_month_next_at
     stake_month stake_month_next stake_month_next_at loss_month loss_month_next loss_month_next_at largest_stake
     largest_stake_next largest_stake_next_at open_positions open_positions_next open_positions_next_at session session_next
     session_next_at day_zone day_starts day_ends day_staked day_returned week_zone week_starts week_ends week_staked
     week_returned month_zone month_starts month_ends month_staked month_returned raised_at`,
    { limits_set: INTERNAL, counted_to: INTERNAL },
    { key: "user_id" },
  ),
  care_days: byUser(
    "day chases night_positions share share_kind shared_at seen_at",
    { user_id: "is the same in each row" },
    {
      key: "day",
      keyType: "date",
    },
  ),
  user_notes: byUser(
    "id text created_at",
    { user_id: "is the same in each row", author: OTHERS, for_person: "is the same in each row" },
    { whose: "user_id = $1 and for_person" },
  ),
  sessions: byUser("id user_agent address created_at expires_at last_seen_at proved_at", {
    user_id: "is the same in each row",
    token_hash: SECRET,
    events_seen: INTERNAL,
    replaced_by: INTERNAL,
  }),
  known_places: byUser(
    "place first_used_at last_used_at",
    { user_id: "is the same in each row" },
    { key: "place", keyType: "text" },
  ),
  scheduled_closings: byUser(
    "user_id waived nothing_sent session_id address created_at due_at",
    { token_hash: SECRET },
    { key: "user_id" },
  ),
  email_links: byUser(
    "kind email created_at expires_at",
    { user_id: "is the same in each row", token_hash: SECRET },
    { key: "token_hash", keyType: "bytea" },
  ),
  security_events: byUser("id kind session_id address user_agent created_at seen_at", {
    user_id: "is the same in each row",
    number: INTERNAL,
  }),
  passkeys: byUser("id name transports uses created_at last_used_at", {
    user_id: "is the same in each row",
    credential_id: SECRET,
    public_key: SECRET,
  }),
  two_step: byUser(
    "user_id created_at enabled_at",
    { secret: SECRET, last_step: INTERNAL },
    { key: "user_id" },
  ),
  api_keys: byUser("id name begins scopes addresses created_at expires_at last_used_at", {
    user_id: "is the same in each row",
    token_hash: SECRET,
  }),
  push_devices: byUser("id endpoint user_agent language created_at", {
    failures: INTERNAL,
    ended: INTERNAL,
    user_id: "is the same in each row",
    session_id: INTERNAL,
    p256dh: SECRET,
    auth: SECRET,
  }),
  screenings: {
    whose: "user_id = $1",
    key: "subject_id",
    columns: "subject_id kind amount address transaction_hash created_at done_at",
    leftOut: {
      user_id: "is the same in each row",
      state: NOT_TOLD,
      reference: NOT_TOLD,
      reason: NOT_TOLD,
      state_at: NOT_TOLD,
      ask_again_at: NOT_TOLD,
      question_id: INTERNAL,
      attempts: INTERNAL,
      next_step_at: INTERNAL,
    },
  },
  screening_verdicts: {
    whose: "subject_id in (select subject_id from screenings where user_id = $1)",
    key: "id",
    columns: "id subject_id amount address transaction_hash created_at",
    leftOut: { verdict: NOT_TOLD, reference: NOT_TOLD, reason: NOT_TOLD, is_current: INTERNAL },
  },
  attention_items: byUser(
    "id kind reason provider payment_id deposit_id withdrawal_id amount asset details created_at updated_at resolved_at resolution",
    {
      user_id: "is the same in each row",
      key: INTERNAL,
      resolved_by: OTHERS,
      note: OTHERS,
      history: OTHERS,
    },
    // The archive leaves out the results of screenings.
    { whose: "user_id = $1 and kind <> 'screening'" },
  ),
  proposals: {
    whose: "subject = $1 and action <> 'screening_overridden'",
    key: "id",
    columns: "id action amount transaction_id role created_at outcome decided_at effective_at",
    leftOut: {
      note: STAFF_ONLY,
      target: INTERNAL,
      subject: "is the same in each row",
      proposed_by: OTHERS,
      decided_by: OTHERS,
      made_order: INTERNAL,
      setting: "concerns no person",
    },
  },
  audit_log: {
    whose: `subject = $1 and action not like 'screening%' and action <> 'note_added'
       and after ->> 'action' is distinct from 'screening_overridden'
       and (target is null or target not in (
         select id from proposals where action = 'screening_overridden'
         union all select id from attention_items where kind = 'screening'))`,
    key: "id",
    columns: "id action created_at before after",
    leftOut: {
      reason: STAFF_ONLY,
      actor: OTHERS,
      session_id: OTHERS,
      address: OTHERS,
      subject: "is the same in each row",
      target: INTERNAL,
      proposed_by: OTHERS,
    },
  },
};

/** The tables that the archive leaves out, each with the reason. */
export const WITHOUT_PEOPLE: Readonly<Record<string, string>> = {
  archived_months:
    "sums of the house and of everybody together; receipts and rows of archived months are with the operator",
  attempt_counters: "counts of minutes",
  beacon_chains: "public",
  beacon_rounds: "public",
  house_hours: "sums over everybody",
  house_stripes: "the house's own money",
  idempotency_keys:
    "answers that were given already, kept for 90 days so that a repeated request gets them again",
  incidents: "the platform's, and public",
  invitations: "the operator's own; users.invitation_id says with which one a person came",
  kept_totals: "sums over everybody",
  kept_values: "the installation's",
  key_ws_tokens: "secrets that live for a minute",
  ledger_entries: "in statement.csv",
  payment_bookings: "how the house books payments; what a person got is in statement.csv",
  ledger_transactions: "in statement.csv",
  liability_chunks: "salted hashes",
  liability_statements: "public",
  liability_trees: "secrets",
  lockouts: "hashes of guesses",
  log_checkpoints: "public",
  log_cosignatures: "public",
  log_entries: "public",
  log_tiles: "public",
  log_witnesses: "public",
  order_keys: "digests, kept for 90 days so that a repeated order gets its first answer again",
  outbox: "says in mails and notifications what is in the tables that they are about, until they are sent",
  password_resets: "secrets that live for an hour",
  payment_callbacks: "messages of the provider, whose outcome is in the deposits and withdrawals",
  price_endings: "public",
  price_epochs: "public",
  price_geneses: "public",
  price_terms: "public",
  promise_batches: "signatures and hashes over many people's orders; each receipt has its own part",
  recovery_codes: "hashes",
  sandbox_books: "the stand-in of a provider",
  schema_migrations: "the installation's",
  settled_hours: "sums over everybody",
  settled_totals: "sums over everybody",
  signing_keys: "public",
  sold_totals: "sums over everybody",
  unsettled_positions: "in the positions",
  used_passkey_challenges: "random numbers",
  webhook_deliveries: "says again, for 30 days, what is in the tables that it is about",
  webhook_endpoints: "the operator's own systems",
  ws_tokens: "secrets that live for a minute",
};

export const columnsOf = ({ columns }: OwnTable): string[] => columns.trim().split(/\s+/);
