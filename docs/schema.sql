-- Made from the migrations in packages/server/src/migrations, which give the reasons.

create extension pg_trgm;
create sequence rights_order;

CREATE OR REPLACE FUNCTION limit_at(now_is numeric, next_is numeric, next_at timestamp with time zone, at timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$ select case when next_at <= at then next_is else now_is end $function$;

CREATE OR REPLACE FUNCTION short_pieces(of_text text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  pieces text[] := string_to_array(of_text, null);
begin
  for at in 1 .. length(of_text) - 1 loop
    pieces := pieces || (pieces[at] || pieces[at + 1]);
  end loop;
  return pieces;
end $function$;

create table api_keys (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  begins text not null,
  token_hash bytea not null,
  scopes text[] not null,
  addresses text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_scopes CHECK (cardinality(scopes) > 0),
  constraint api_keys_token UNIQUE (token_hash)
);
CREATE INDEX api_keys_by_expiry ON api_keys USING btree (expires_at) WHERE (expires_at <> 'infinity'::timestamp with time zone);
CREATE INDEX api_keys_by_user ON api_keys USING btree (user_id, id);

create table archived_months (
  month date not null,
  state text not null,
  account text not null,
  positions bigint not null,
  entries bigint not null,
  checksum text not null,
  created_at timestamp with time zone not null,
  transaction_id bigint not null default 0,
  constraint archived_months_pkey PRIMARY KEY (month),
  constraint archived_months_state_check CHECK (state = ANY (ARRAY['removing'::text, 'removed'::text, 'restoring'::text]))
);

create table archived_sums (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  part_starts timestamp with time zone not null,
  month date not null,
  positions bigint not null,
  stakes numeric(24,8) not null,
  paid numeric(24,8) not null,
  selling_fees numeric(24,8) not null,
  constraint archived_sums_pkey PRIMARY KEY (id),
  constraint archived_sums_user_id_part_starts_month_key UNIQUE (user_id, part_starts, month)
);

create table attempt_counters (
  key text not null,
  attempts integer not null,
  window_ends_at timestamp with time zone not null,
  constraint attempt_counters_pkey PRIMARY KEY (key)
);
CREATE INDEX attempt_counters_by_end ON attempt_counters USING btree (window_ends_at);

create table attention_items (
  id uuid not null,
  key text not null,
  kind text not null,
  reason text not null,
  provider text not null,
  payment_id text,
  deposit_id uuid,
  withdrawal_id uuid,
  user_id uuid,
  amount numeric(38,18),
  asset text,
  details json not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolution text,
  resolved_by uuid,
  note text,
  history jsonb not null default '[]'::jsonb,
  constraint attention_items_pkey PRIMARY KEY (id),
  constraint attention_items_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'payout'::text, 'position'::text, 'webhook'::text, 'screening'::text])),
  constraint attention_items_once UNIQUE (key),
  constraint attention_items_resolved CHECK ((resolved_at IS NULL) = (resolution IS NULL))
);
CREATE INDEX attention_items_by_deposit ON attention_items USING btree (deposit_id) WHERE (deposit_id IS NOT NULL);
CREATE INDEX attention_items_by_user ON attention_items USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX attention_items_by_withdrawal ON attention_items USING btree (withdrawal_id) WHERE (withdrawal_id IS NOT NULL);
CREATE INDEX attention_items_open ON attention_items USING btree (id) WHERE (resolved_at IS NULL);

create table audit_log (
  id uuid not null,
  action text not null,
  actor uuid not null,
  session_id uuid,
  address text,
  subject uuid,
  target uuid,
  before jsonb,
  after jsonb,
  reason text,
  proposed_by uuid,
  created_at timestamp with time zone not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_by_action ON audit_log USING btree (action, id);
CREATE INDEX audit_log_by_actor ON audit_log USING btree (actor, id);
CREATE INDEX audit_log_by_actor_and_action ON audit_log USING btree (actor, action, id);
CREATE INDEX audit_log_by_subject ON audit_log USING btree (subject, id) WHERE (subject IS NOT NULL);

create table beacon_chains (
  chain_hash bytea not null,
  info jsonb not null,
  constraint beacon_chains_pkey PRIMARY KEY (chain_hash)
);

create table beacon_rounds (
  chain_hash bytea not null,
  round bigint not null,
  signature bytea not null,
  seal bytea not null,
  constraint beacon_rounds_pkey PRIMARY KEY (chain_hash, round)
);

create table care_days (
  user_id uuid not null,
  day date not null,
  chases integer not null default 0,
  night_positions integer not null default 0,
  share double precision,
  share_kind text,
  shared_at timestamp with time zone,
  seen_at timestamp with time zone not null,
  constraint care_days_pkey PRIMARY KEY (user_id, day)
);
CREATE INDEX care_days_by_day ON care_days USING btree (day);

create table deposit_transactions (
  id uuid not null,
  user_id uuid not null,
  amount numeric(18,8) not null,
  pay_amount numeric(18,8),
  least_amount numeric(18,8),
  credited numeric(18,8),
  provider text not null,
  payment_id text,
  pay_address text,
  status text not null default 'pending'::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  failure_reason text,
  decided_by uuid,
  decided_at timestamp with time zone,
  request_key text,
  request_hash bytea,
  rejection_reason text,
  being_checked boolean not null default false,
  constraint deposit_transactions_pkey PRIMARY KEY (id),
  constraint deposit_transactions_amount_check CHECK (amount > 0::numeric),
  constraint deposit_transactions_credited CHECK ((status = 'confirmed'::text) = (credited IS NOT NULL)),
  constraint deposit_transactions_failure CHECK ((status = 'failed'::text) = (failure_reason IS NOT NULL) AND (failure_reason = ANY (ARRAY['no_address'::text, 'provider'::text, 'expired'::text, 'refunded'::text, 'rejected'::text]))),
  constraint deposit_transactions_status_check CHECK (status = ANY (ARRAY['pending'::text, 'confirming'::text, 'confirmed'::text, 'failed'::text]))
);
CREATE INDEX deposit_transactions_by_amount ON deposit_transactions USING btree (amount, id);
CREATE INDEX deposit_transactions_by_change ON deposit_transactions USING btree (updated_at);
CREATE INDEX deposit_transactions_by_payment ON deposit_transactions USING btree (provider, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX deposit_transactions_by_user ON deposit_transactions USING btree (user_id, id);
CREATE INDEX deposit_transactions_open ON deposit_transactions USING btree (id) WHERE (status = ANY (ARRAY['pending'::text, 'confirming'::text]));
CREATE INDEX deposit_transactions_open_by_user ON deposit_transactions USING btree (user_id, id) WHERE (status = ANY (ARRAY['pending'::text, 'confirming'::text]));
CREATE UNIQUE INDEX deposit_transactions_request_once ON deposit_transactions USING btree (user_id, request_key) WHERE (request_key IS NOT NULL);
CREATE INDEX deposit_transactions_unaddressed ON deposit_transactions USING btree (id) WHERE ((status = 'pending'::text) AND (pay_address IS NULL));

create table email_links (
  token_hash bytea not null,
  user_id uuid not null,
  kind text not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_links_pkey PRIMARY KEY (token_hash),
  constraint email_links_kind CHECK (kind = ANY (ARRAY['confirm'::text, 'change'::text, 'undo'::text, 'undone'::text]))
);
CREATE INDEX email_links_by_expiry ON email_links USING btree (expires_at);
CREATE INDEX email_links_by_user ON email_links USING btree (user_id);
CREATE INDEX email_links_reserving ON email_links USING btree (email) WHERE (kind = 'undo'::text);

create table house_hours (
  hour timestamp with time zone not null,
  positions bigint not null,
  stakes numeric(24,8) not null,
  paid numeric(24,8) not null,
  fees_earned numeric(24,8) not null,
  fees_paid numeric(24,8) not null,
  deposits numeric(24,8) not null,
  withdrawals numeric(24,8) not null,
  constraint house_hours_pkey PRIMARY KEY (hour)
);

create table house_stripes (
  stripe smallint not null,
  funds numeric(24,8) not null,
  open_payout numeric(24,8) not null,
  constraint house_stripes_pkey PRIMARY KEY (stripe),
  constraint house_stripes_open_payout_check CHECK (open_payout >= 0::numeric)
) with (fillfactor=10);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  response json not null,
  created_at timestamp with time zone not null,
  about uuid,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_about ON idempotency_keys USING btree (about) WHERE (about IS NOT NULL);

create table incidents (
  id uuid not null,
  part text not null,
  reason text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint incidents_pkey PRIMARY KEY (id),
  constraint incidents_in_order CHECK (ended_at >= began_at)
);
CREATE INDEX incidents_by_time ON incidents USING btree (began_at);
CREATE UNIQUE INDEX incidents_open ON incidents USING btree (part) WHERE (ended_at IS NULL);

create table invitations (
  id uuid not null,
  code_hash bytea not null,
  label text not null,
  most_uses integer not null,
  uses integer not null default 0,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_by_code UNIQUE (code_hash),
  constraint invitations_used_up CHECK (uses >= 0 AND uses <= most_uses)
);

create table kept_totals (
  name text not null,
  part smallint not null,
  total numeric(24,8) not null,
  constraint kept_totals_pkey PRIMARY KEY (name, part)
) with (fillfactor=10);

create table kept_values (
  name text not null,
  value text not null,
  constraint kept_values_pkey PRIMARY KEY (name)
);

create table key_ws_tokens (
  token_hash bytea not null,
  key_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint key_ws_tokens_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX key_ws_tokens_by_expiry ON key_ws_tokens USING btree (expires_at);
CREATE INDEX key_ws_tokens_by_key ON key_ws_tokens USING btree (key_hash);

create table known_places (
  user_id uuid not null,
  place text not null,
  first_used_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint known_places_pkey PRIMARY KEY (user_id, place)
);
CREATE INDEX known_places_by_use ON known_places USING btree (last_used_at);

create table ledger_entries (
  transaction_id bigint not null,
  line smallint not null,
  account text not null,
  amount numeric(18,8) not null,
  balance_after numeric(18,8),
  kind text not null,
  constraint ledger_entries_pkey PRIMARY KEY (transaction_id, line),
  constraint ledger_entries_amount_check CHECK (amount <> 0::numeric),
  constraint ledger_entries_balance_after CHECK ((balance_after IS NOT NULL) = (account ~~ 'user:%'::text)),
  constraint ledger_entries_balance_after_check CHECK (balance_after >= 0::numeric)
);
CREATE INDEX ledger_entries_by_user ON ledger_entries USING btree (account, kind, transaction_id) WHERE (balance_after IS NOT NULL);

create table ledger_transactions (
  id bigint not null generated always as identity,
  kind text not null,
  reference uuid,
  actor uuid,
  note text,
  created_at timestamp with time zone not null,
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_once UNIQUE (reference, kind)
);
CREATE INDEX ledger_transactions_sampled ON ledger_transactions USING btree (created_at) WHERE ((id % (64)::bigint) = 0);

create table liability_chunks (
  number integer not null,
  chunk integer not null,
  first_salt bytea not null,
  leaves bytea storage external not null,
  root_hash bytea not null,
  root_sum numeric(28,8) not null,
  constraint liability_chunks_pkey PRIMARY KEY (number, chunk)
);

create table liability_statements (
  number integer not null,
  taken_at timestamp with time zone not null,
  statement text not null,
  signature bytea not null,
  created_at timestamp with time zone not null,
  constraint liability_statements_pkey PRIMARY KEY (number)
);

create table liability_trees (
  number integer not null,
  salt_key bytea not null,
  constraint liability_trees_pkey PRIMARY KEY (number)
);

create table lockouts (
  key text not null,
  failures integer not null,
  locks integer not null,
  locked_until timestamp with time zone,
  constraint lockouts_pkey PRIMARY KEY (key)
);

create table log_checkpoints (
  size bigint not null,
  root bytea not null,
  signature bytea not null,
  made_at timestamp with time zone not null,
  constraint log_checkpoints_pkey PRIMARY KEY (size),
  constraint log_checkpoints_root_check CHECK (length(root) = 32)
);

create table log_cosignatures (
  size bigint not null,
  witness smallint not null,
  time bigint not null,
  signature bytea not null,
  newest_time bigint not null,
  newest_signature bytea not null,
  constraint log_cosignatures_pkey PRIMARY KEY (size, witness)
);

create table log_entries (
  index bigint not null,
  kind text not null,
  body bytea not null,
  leaf bytea not null,
  constraint log_entries_pkey PRIMARY KEY (index),
  constraint log_entries_leaf_check CHECK (length(leaf) = 32)
);
CREATE INDEX log_entries_by_kind ON log_entries USING btree (kind, index) WHERE (kind <> 'slice'::text);

create table log_tiles (
  level smallint not null,
  n bigint not null,
  hashes bytea storage external not null,
  constraint log_tiles_pkey PRIMARY KEY (level, n),
  constraint log_tiles_hashes_check CHECK (length(hashes) = 8192)
);

create table log_witnesses (
  id smallint not null generated always as identity,
  vkey text not null,
  constraint log_witnesses_pkey PRIMARY KEY (id),
  constraint log_witnesses_once UNIQUE (vkey)
);

create table order_keys (
  user_id uuid not null,
  key uuid not null,
  position_id uuid not null,
  request bigint not null,
  constraint order_keys_pkey PRIMARY KEY (user_id, key)
);

create table outbox (
  id uuid not null default gen_random_uuid(),
  channel text not null,
  data jsonb not null,
  queued_at timestamp with time zone not null,
  next_try_at timestamp with time zone,
  tries integer not null default 0,
  reason text,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_given_up CHECK (next_try_at IS NOT NULL OR reason IS NOT NULL)
);
CREATE INDEX outbox_by_device ON outbox USING btree (((data ->> 'deviceId'::text))) WHERE ((channel = 'pushes'::text) AND (next_try_at IS NOT NULL));
CREATE INDEX outbox_by_time ON outbox USING btree (queued_at);
CREATE INDEX outbox_due ON outbox USING btree (channel, next_try_at) WHERE (next_try_at IS NOT NULL);

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  uses bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_taken UNIQUE (credential_id)
);
CREATE INDEX passkeys_by_user ON passkeys USING btree (user_id, id);

create table password_resets (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX password_resets_by_expiry ON password_resets USING btree (expires_at);
CREATE INDEX password_resets_by_user ON password_resets USING btree (user_id);

create table payment_bookings (
  id uuid not null,
  payment uuid not null,
  number integer not null,
  deposit_id uuid,
  credited numeric(24,8) not null,
  set_aside numeric(24,8) not null,
  advanced numeric(24,8) not null,
  fee_booked numeric(24,8) not null,
  decided_by uuid,
  created_at timestamp with time zone not null,
  constraint payment_bookings_pkey PRIMARY KEY (id),
  constraint payment_bookings_once UNIQUE (payment, number)
);
CREATE INDEX payment_bookings_by_deposit ON payment_bookings USING btree (deposit_id) WHERE (deposit_id IS NOT NULL);

create table payment_callbacks (
  provider text not null,
  digest bytea not null,
  subject text not null,
  subject_id text not null,
  body bytea,
  received_at timestamp with time zone not null,
  attempts integer not null default 0,
  next_try_at timestamp with time zone,
  handled_at timestamp with time zone,
  constraint payment_callbacks_pkey PRIMARY KEY (provider, digest),
  constraint payment_callbacks_open CHECK ((handled_at IS NULL) = (next_try_at IS NOT NULL)),
  constraint payment_callbacks_subject_check CHECK (subject = ANY (ARRAY['payment'::text, 'payout'::text]))
);
CREATE INDEX payment_callbacks_due ON payment_callbacks USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX payment_callbacks_to_empty ON payment_callbacks USING btree (handled_at) WHERE ((handled_at IS NOT NULL) AND (body IS NOT NULL));
CREATE INDEX payment_callbacks_to_forget ON payment_callbacks USING btree (handled_at) WHERE (body IS NULL);

create table payments (
  id uuid not null,
  provider text not null,
  payment_id text,
  order_id uuid,
  is_repeated boolean not null default false,
  user_id uuid,
  pay_address text,
  asset text,
  state text not null default 'waiting'::text,
  state_at timestamp with time zone not null,
  arrived numeric(38,8) not null default 0,
  outcome numeric(38,8),
  details json not null default '{}'::json,
  was_seen boolean not null default false,
  was_taken boolean not null default false,
  differs text not null default ''::text,
  credited numeric(24,8) not null default 0,
  set_aside numeric(24,8) not null default 0,
  advanced numeric(24,8) not null default 0,
  fee_booked numeric(24,8) not null default 0,
  trusted numeric(24,8) not null default 0,
  is_decided boolean not null default false,
  decided_about numeric(38,8) not null default 0,
  version bigint not null default 0,
  next_poll_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_check CHECK (set_aside >= 0::numeric AND set_aside <= credited),
  constraint payments_check1 CHECK (advanced >= 0::numeric AND advanced <= credited),
  constraint payments_credited_check CHECK (credited >= 0::numeric),
  constraint payments_once UNIQUE (provider, payment_id),
  constraint payments_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'confirming'::text, 'partially_paid'::text, 'finished'::text, 'failed'::text, 'refunded'::text, 'expired'::text, 'unknown'::text]))
);
CREATE INDEX payments_by_address ON payments USING btree (pay_address) WHERE (pay_address IS NOT NULL);
CREATE INDEX payments_by_user ON payments USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE INDEX payments_due ON payments USING btree (next_poll_at) WHERE (next_poll_at IS NOT NULL);

create table payouts (
  withdrawal_id uuid not null,
  provider text not null,
  payout_id text,
  batch_id text,
  step text not null,
  amount numeric(18,8) not null,
  address text not null,
  outcome text,
  transaction_hash text,
  since timestamp with time zone not null,
  state text,
  state_at timestamp with time zone,
  sent jsonb,
  next_poll_at timestamp with time zone,
  constraint payouts_pkey PRIMARY KEY (withdrawal_id),
  constraint payouts_amount_check CHECK (amount > 0::numeric),
  constraint payouts_once UNIQUE (provider, payout_id),
  constraint payouts_outcome_check CHECK (outcome = ANY (ARRAY['paid'::text, 'paid_by_hand'::text, 'returned'::text])),
  constraint payouts_state_check CHECK (state = ANY (ARRAY['in_progress'::text, 'finished'::text, 'failed'::text, 'unknown'::text])),
  constraint payouts_step_check CHECK (step = ANY (ARRAY['due'::text, 'asked'::text, 'created'::text, 'verified'::text]))
);
CREATE INDEX payouts_due ON payouts USING btree (next_poll_at) WHERE (next_poll_at IS NOT NULL);
CREATE INDEX payouts_open ON payouts USING btree (withdrawal_id) WHERE (outcome IS NULL);

create table price_endings (
  genesis_tick bigint not null,
  reason text not null,
  tick bigint not null,
  last_tick bigint not null,
  ended_at timestamp with time zone not null,
  positions bigint not null,
  stake numeric not null,
  value numeric not null,
  constraint price_endings_pkey PRIMARY KEY (genesis_tick),
  constraint price_endings_reason_check CHECK (reason = ANY (ARRAY['beacon'::text, 'secret'::text]))
);

create table price_epochs (
  genesis_tick bigint not null,
  epoch bigint not null,
  commitment bytea not null,
  start_state bigint,
  head bytea not null,
  terms_hash bytea not null,
  constraint price_epochs_pkey PRIMARY KEY (genesis_tick, epoch)
);

create table price_geneses (
  tick bigint not null,
  state bigint not null,
  created_at timestamp with time zone not null,
  previous_head bytea not null,
  chain_hash bytea not null,
  constraint price_geneses_pkey PRIMARY KEY (tick)
);

create table price_terms (
  hash bytea not null,
  text text not null,
  constraint price_terms_pkey PRIMARY KEY (hash),
  constraint price_terms_check CHECK (hash = sha256(convert_to(text, 'UTF8'::name)))
);

create table promise_batches (
  id bigint not null generated always as identity,
  signature bytea not null,
  leaves bytea storage external not null,
  constraint promise_batches_pkey PRIMARY KEY (id),
  constraint promise_batches_leaves_check CHECK (octet_length(leaves) > 0 AND (octet_length(leaves) % 32) = 0)
);

create table proposals (
  id uuid not null,
  action text not null,
  target uuid not null,
  subject uuid,
  amount numeric(18,8) not null,
  note text,
  transaction_id text,
  proposed_by uuid not null,
  created_at timestamp with time zone not null,
  outcome text,
  decided_by uuid,
  decided_at timestamp with time zone,
  role text,
  effective_at timestamp with time zone,
  made_order bigint default nextval('rights_order'::regclass),
  setting text,
  constraint proposals_pkey PRIMARY KEY (id),
  constraint proposals_decided CHECK ((outcome IS NOT NULL) = (decided_at IS NOT NULL)),
  constraint proposals_outcome_check CHECK (outcome = ANY (ARRAY['agreed'::text, 'declined'::text, 'lapsed'::text]))
);
CREATE INDEX proposals_by_subject ON proposals USING btree (subject) WHERE (subject IS NOT NULL);
CREATE INDEX proposals_by_target ON proposals USING btree (target, id);
CREATE INDEX proposals_open ON proposals USING btree (id) WHERE (outcome IS NULL);
CREATE UNIQUE INDEX proposals_open_once ON proposals USING btree (target) WHERE ((outcome IS NULL) AND (action <> 'balance_adjusted'::text));

create table push_devices (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  user_agent text,
  language text not null,
  failures smallint not null default 0,
  ended boolean not null default false,
  created_at timestamp with time zone not null,
  constraint push_devices_pkey PRIMARY KEY (id),
  constraint push_devices_once UNIQUE (endpoint)
);
CREATE INDEX push_devices_by_user ON push_devices USING btree (user_id);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

create table sandbox_books (
  id text not null,
  subject text not null,
  our_id uuid not null,
  address text not null,
  amount numeric(18,8) not null,
  created_at timestamp with time zone not null,
  told text default 'waiting'::text,
  constraint sandbox_books_pkey PRIMARY KEY (id),
  constraint sandbox_books_our_id_key UNIQUE (our_id),
  constraint sandbox_books_subject_check CHECK (subject = ANY (ARRAY['payment'::text, 'payout'::text]))
);
CREATE INDEX sandbox_books_open ON sandbox_books USING btree (subject, created_at) WHERE (told IS NOT NULL);
CREATE INDEX sandbox_books_told ON sandbox_books USING btree (created_at) WHERE (told IS NULL);

create table scheduled_closings (
  user_id uuid not null,
  waived numeric(18,8) not null,
  nothing_sent boolean not null,
  token_hash bytea not null,
  session_id uuid not null,
  address text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint scheduled_closings_pkey PRIMARY KEY (user_id),
  constraint scheduled_closings_by_token UNIQUE (token_hash)
);
CREATE INDEX scheduled_closings_by_due ON scheduled_closings USING btree (due_at);

create table screening_verdicts (
  id uuid not null,
  subject_id uuid not null,
  amount numeric(18,8) not null,
  address text,
  transaction_hash text,
  verdict text not null,
  reference text,
  reason text,
  is_current boolean not null,
  created_at timestamp with time zone not null,
  constraint screening_verdicts_pkey PRIMARY KEY (id)
);
CREATE INDEX screening_verdicts_by_subject ON screening_verdicts USING btree (subject_id, id);

create table screenings (
  subject_id uuid not null,
  kind text not null,
  user_id uuid not null,
  amount numeric(18,8) not null,
  address text,
  transaction_hash text,
  state text not null,
  reference text,
  reason text,
  question_id uuid not null,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  state_at timestamp with time zone not null,
  ask_again_at timestamp with time zone,
  next_step_at timestamp with time zone,
  done_at timestamp with time zone,
  constraint screenings_pkey PRIMARY KEY (subject_id),
  constraint screenings_amount_check CHECK (amount > 0::numeric),
  constraint screenings_kind_check CHECK (kind = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'payment'::text])),
  constraint screenings_state_check CHECK (state = ANY (ARRAY['asking'::text, 'allow'::text, 'hold'::text, 'refuse'::text, 'unreachable'::text, 'overridden'::text]))
);
CREATE INDEX screenings_by_user ON screenings USING btree (user_id);
CREATE INDEX screenings_due ON screenings USING btree (next_step_at) WHERE (next_step_at IS NOT NULL);
CREATE INDEX screenings_open ON screenings USING btree (state_at) WHERE (done_at IS NULL);

create table security_events (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  session_id uuid,
  address text,
  user_agent text,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone,
  number bigint not null generated always as identity,
  constraint security_events_pkey PRIMARY KEY (id)
);
CREATE INDEX security_events_by_user ON security_events USING btree (user_id, id);

create table sessions (
  token_hash bytea not null,
  user_id uuid not null,
  user_agent text,
  address text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  id uuid not null,
  last_seen_at timestamp with time zone not null,
  events_seen bigint not null default 0,
  proved_at timestamp with time zone,
  replaced_by uuid,
  constraint sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX sessions_by_expiry ON sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_by_id ON sessions USING btree (id);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id);

create table settled_hours (
  duration integer not null,
  epoch bigint not null,
  part smallint not null,
  positions bigint not null,
  won bigint not null,
  won_expected numeric not null,
  result_excess numeric not null default 0,
  constraint settled_hours_pkey PRIMARY KEY (duration, epoch, part)
) with (fillfactor=50);

create table settled_totals (
  duration integer not null,
  gone boolean not null,
  part smallint not null,
  positions bigint not null,
  won bigint not null,
  won_expected numeric not null,
  won_variance numeric not null,
  stakes numeric not null,
  result numeric not null,
  result_expected numeric not null,
  result_variance numeric not null,
  constraint settled_totals_pkey PRIMARY KEY (duration, gone, part)
) with (fillfactor=10);

create table signing_keys (
  id smallint not null generated always as identity,
  public_key bytea not null,
  created_at timestamp with time zone not null,
  constraint signing_keys_pkey PRIMARY KEY (id),
  constraint signing_keys_once UNIQUE (public_key)
);

create table sold_totals (
  duration integer not null,
  gone boolean not null,
  epoch bigint not null,
  part smallint not null,
  positions bigint not null,
  expected numeric not null,
  chance numeric not null,
  stakes numeric not null,
  value numeric not null,
  proceeds numeric not null,
  constraint sold_totals_pkey PRIMARY KEY (duration, gone, epoch, part)
) with (fillfactor=10);

create table trading_positions (
  id uuid not null,
  user_id uuid not null,
  type text not null,
  entry_price numeric(18,8) not null,
  barrier_price numeric(18,8) not null,
  win_chance double precision not null,
  win_rule text not null,
  pull bigint not null,
  reach bigint not null,
  amount numeric(18,8) not null,
  duration integer not null,
  multiplier numeric(5,2) not null,
  status text not null default 'active'::text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  entry_tick bigint not null,
  expiry_tick bigint not null,
  result_price numeric(18,8),
  profit numeric(18,8),
  refund_reason text,
  house_stripe smallint not null,
  signing_key smallint not null,
  round bigint not null,
  closing_tick bigint,
  closing_price numeric(18,8),
  closing_chance bigint,
  sold_at timestamp with time zone,
  sale_round bigint,
  sale_value numeric(18,8),
  sale_signature bytea,
  sale_key smallint,
  promise_batch bigint not null,
  promise_leaf smallint not null,
  constraint trading_positions_pkey PRIMARY KEY (id),
  constraint trading_positions_amount_check CHECK (amount > 0::numeric),
  constraint trading_positions_duration_check CHECK (duration = ANY (ARRAY[1, 3, 5, 10])),
  constraint trading_positions_result CHECK ((status = ANY (ARRAY['won'::text, 'lost'::text])) = (result_price IS NOT NULL) AND (status = 'active'::text) = (profit IS NULL)),
  constraint trading_positions_sale CHECK ((status = 'sold'::text) = (sold_at IS NOT NULL AND sale_round IS NOT NULL AND sale_value IS NOT NULL AND sale_signature IS NOT NULL AND sale_key IS NOT NULL)),
  constraint trading_positions_status_check CHECK (status = ANY (ARRAY['active'::text, 'won'::text, 'lost'::text, 'sold'::text, 'refunded'::text])),
  constraint trading_positions_type_check CHECK (type = ANY (ARRAY['buy'::text, 'sell'::text]))
) with (autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=20000);
CREATE INDEX trading_positions_by_user ON trading_positions USING btree (user_id, id);
CREATE INDEX trading_positions_due_by_user ON trading_positions USING btree (expiry_tick, user_id) WHERE (status = 'active'::text);
CREATE INDEX trading_positions_open_by_user ON trading_positions USING btree (user_id) WHERE (status = 'active'::text);

create table two_step (
  user_id uuid not null,
  secret bytea not null,
  enabled_at timestamp with time zone,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  constraint two_step_pkey PRIMARY KEY (user_id)
);

create table unsettled_positions (
  position_id uuid not null,
  set_aside_at timestamp with time zone not null,
  result_milli integer,
  constraint unsettled_positions_pkey PRIMARY KEY (position_id)
);

create table used_passkey_challenges (
  challenge bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_passkey_challenges_pkey PRIMARY KEY (challenge)
);
CREATE INDEX used_passkey_challenges_by_expiry ON used_passkey_challenges USING btree (expires_at);

create table user_limits (
  user_id uuid not null,
  limits_set integer not null,
  time_zone text,
  deposit numeric(18,8),
  deposit_next numeric(18,8),
  deposit_next_at timestamp with time zone,
  stake numeric(18,8),
  stake_next numeric(18,8),
  stake_next_at timestamp with time zone,
  loss numeric(18,8),
  loss_next numeric(18,8),
  loss_next_at timestamp with time zone,
  deposit_week numeric(18,8),
  deposit_week_next numeric(18,8),
  deposit_week_next_at timestamp with time zone,
  stake_week numeric(18,8),
  stake_week_next numeric(18,8),
  stake_week_next_at timestamp with time zone,
  loss_week numeric(18,8),
  loss_week_next numeric(18,8),
  loss_week_next_at timestamp with time zone,
  deposit_month numeric(18,8),
  deposit_month_next numeric(18,8),
  deposit_month_next_at timestamp with time zone,
  stake_month numeric(18,8),
  stake_month_next numeric(18,8),
  stake_month_next_at timestamp with time zone,
  loss_month numeric(18,8),
  loss_month_next numeric(18,8),
  loss_month_next_at timestamp with time zone,
  largest_stake numeric(18,8),
  largest_stake_next numeric(18,8),
  largest_stake_next_at timestamp with time zone,
  open_positions numeric(18,8),
  open_positions_next numeric(18,8),
  open_positions_next_at timestamp with time zone,
  session numeric(18,8),
  session_next numeric(18,8),
  session_next_at timestamp with time zone,
  paused_until timestamp with time zone,
  excluded_until timestamp with time zone,
  reminder_minutes integer default 60,
  day_zone text,
  day_starts timestamp with time zone,
  day_ends timestamp with time zone,
  day_staked numeric(28,8),
  day_returned numeric(28,8),
  week_zone text,
  week_starts timestamp with time zone,
  week_ends timestamp with time zone,
  week_staked numeric(28,8),
  week_returned numeric(28,8),
  month_zone text,
  month_starts timestamp with time zone,
  month_ends timestamp with time zone,
  month_staked numeric(28,8),
  month_returned numeric(28,8),
  counted_to uuid,
  raised_at timestamp with time zone,
  constraint user_limits_pkey PRIMARY KEY (user_id),
  constraint user_limits_not_negative CHECK (LEAST(deposit, deposit_next, stake, stake_next, loss, loss_next, deposit_week, deposit_week_next, stake_week, stake_week_next, loss_week, loss_week_next, deposit_month, deposit_month_next, stake_month, stake_month_next, loss_month, loss_month_next, largest_stake, largest_stake_next, open_positions, open_positions_next, session, session_next) >= 0::numeric),
  constraint user_limits_reminder_minutes_check CHECK (reminder_minutes >= 5 AND reminder_minutes <= 240)
);
CREATE INDEX user_limits_raised ON user_limits USING btree (raised_at) WHERE (raised_at IS NOT NULL);

create table user_notes (
  id uuid not null,
  user_id uuid not null,
  author uuid not null,
  text text not null,
  for_person boolean not null default false,
  created_at timestamp with time zone not null,
  constraint user_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX user_notes_by_user ON user_notes USING btree (user_id, id);

create table users (
  id uuid not null,
  email text not null,
  email_confirmed_at timestamp with time zone,
  password text not null,
  balance numeric(18,8) not null default 0,
  is_admin boolean not null default false,
  withdrawal_code character varying(72),
  created_at timestamp with time zone not null,
  withdrawals_held_until timestamp with time zone,
  trading_locked_at timestamp with time zone,
  withdrawals_locked_at timestamp with time zone,
  limits_set integer not null default 0,
  staff_role text,
  rights_order bigint,
  language text,
  terms_version text,
  terms_accepted_at timestamp with time zone,
  mail_phrase text,
  saved_addresses_only boolean not null default false,
  invitation_id uuid,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_balance_not_negative CHECK (balance >= 0::numeric),
  constraint users_email_taken UNIQUE (email)
) with (fillfactor=70);
alter table users alter column email set statistics 1000;
CREATE INDEX users_administrators ON users USING btree (id) WHERE is_admin;
CREATE INDEX users_by_invitation ON users USING btree (invitation_id, id) WHERE (invitation_id IS NOT NULL);
CREATE INDEX users_by_part_of_email ON users USING gin (email gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX users_by_short_piece ON users USING gin (short_pieces(email)) WITH (gin_pending_list_limit='256');
CREATE INDEX users_staff ON users USING btree (id) WHERE (staff_role IS NOT NULL);

create table webhook_deliveries (
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  type text not null,
  data jsonb not null,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone,
  leased_until timestamp with time zone,
  tries integer not null default 0,
  tried_at timestamp with time zone,
  took_ms integer,
  answer smallint,
  reason text,
  delivered_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_over CHECK (next_at IS NULL OR delivered_at IS NULL)
);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (endpoint_id, next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries USING btree (endpoint_id, created_at) WHERE ((next_at IS NULL) AND (delivered_at IS NULL));
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries USING btree (endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (endpoint_id, created_at) WHERE (next_at IS NOT NULL);

create table webhook_endpoints (
  id uuid not null,
  url text not null,
  types text[] not null,
  secret bytea not null,
  earlier_secret bytea,
  earlier_until timestamp with time zone,
  paused_at timestamp with time zone,
  paused_because text,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_earlier CHECK ((earlier_secret IS NULL) = (earlier_until IS NULL)),
  constraint webhook_endpoints_paused CHECK ((paused_at IS NULL) = (paused_because IS NULL)),
  constraint webhook_endpoints_types CHECK (cardinality(types) > 0)
);

create table withdrawal_addresses (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  address text not null,
  created_at timestamp with time zone not null,
  constraint withdrawal_addresses_pkey PRIMARY KEY (id),
  constraint withdrawal_addresses_once UNIQUE (user_id, address)
);

create table withdrawal_transactions (
  id uuid not null,
  user_id uuid not null,
  amount numeric(18,8) not null,
  fee numeric(18,8) not null,
  net_amount numeric(18,8) not null,
  address text not null,
  status text not null default 'pending'::text,
  provider text not null,
  transaction_hash text,
  failure_reason text,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  rejection_reason text,
  being_checked boolean not null default false,
  constraint withdrawal_transactions_pkey PRIMARY KEY (id),
  constraint withdrawal_transactions_amount_check CHECK (amount > 0::numeric),
  constraint withdrawal_transactions_failure CHECK ((status = 'failed'::text) = (failure_reason IS NOT NULL)),
  constraint withdrawal_transactions_failure_reason_check CHECK (failure_reason = ANY (ARRAY['rejected'::text, 'cancelled'::text, 'payout_failed'::text, 'account_closed'::text])),
  constraint withdrawal_transactions_fee_check CHECK (fee >= 0::numeric),
  constraint withdrawal_transactions_net CHECK ((fee + net_amount) = amount),
  constraint withdrawal_transactions_net_amount_check CHECK (net_amount > 0::numeric),
  constraint withdrawal_transactions_status_check CHECK (status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text]))
);
CREATE INDEX withdrawal_transactions_by_address ON withdrawal_transactions USING btree (address, id);
CREATE INDEX withdrawal_transactions_by_amount ON withdrawal_transactions USING btree (amount, id);
CREATE INDEX withdrawal_transactions_by_change ON withdrawal_transactions USING btree (updated_at);
CREATE INDEX withdrawal_transactions_by_hash ON withdrawal_transactions USING btree (transaction_hash) WHERE (transaction_hash IS NOT NULL);
CREATE INDEX withdrawal_transactions_by_user ON withdrawal_transactions USING btree (user_id, id);
CREATE INDEX withdrawal_transactions_open ON withdrawal_transactions USING btree (id) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]));
CREATE INDEX withdrawal_transactions_open_by_user ON withdrawal_transactions USING btree (user_id, id) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]));

create table ws_tokens (
  token_hash bytea not null,
  session_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint ws_tokens_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX ws_tokens_by_expiry ON ws_tokens USING btree (expires_at);
CREATE INDEX ws_tokens_by_session ON ws_tokens USING btree (session_hash);

CREATE OR REPLACE FUNCTION add_to_total(total_name text, change numeric)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into kept_totals as k (name, part, total) values (total_name, pg_backend_pid() % 64, change)
  on conflict (name, part) do update set total = k.total + excluded.total
$function$;

CREATE OR REPLACE FUNCTION check_ledger_balanced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids bigint[];
begin
  if exists (
    select from inserted group by transaction_id having sum(amount) <> 0 or count(*) < 2
  ) then
    raise exception 'ledger entries of a transaction must sum to zero' using errcode = 'check_violation';
  end if;
  -- Looked up by an array: PostgreSQL plans a join with the inserted rows while the ledger is small, and goes on to read all
  -- of it for every statement as it grows.
  select array_agg(distinct transaction_id) into ids from inserted;
  if (select count(*) from ledger_transactions where id = any (ids)) < cardinality(ids) then
    raise exception 'ledger entries need their transaction' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_deposit_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  credited numeric;
begin
  select sum(amount) into credited from inserted where kind = 'deposit_credited' and balance_after is not null;
  if credited is not null then perform add_to_total('deposits', credited); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_settled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with alike as materialized (
    select duration, epoch, multiplier, win_chance::numeric as chance, positions, won, stakes, squares, result
    from (
      select duration, expiry_tick / 3600 as epoch, multiplier, win_chance, count(*) as positions,
        count(*) filter (where status = 'won') as won, sum(amount) as stakes, sum(amount * amount) as squares,
        -sum(profit) as result
      from became where status in ('won', 'lost') group by duration, expiry_tick / 3600, multiplier, win_chance
      union all
      select duration, expiry_tick / 3600, multiplier, win_chance, -count(*), -count(*) filter (where status = 'won'),
        -sum(amount), -sum(amount * amount), sum(profit)
      from were where status in ('won', 'lost') group by duration, expiry_tick / 3600, multiplier, win_chance
    ) counted
  ),
  totals as (
    insert into settled_totals as t (duration, gone, part, positions, won, won_expected, won_variance, stakes, result,
      result_expected, result_variance)
    select duration, false, pg_backend_pid() % 64, sum(positions), sum(won), sum(positions * chance),
      sum(positions * chance * (1 - chance)), sum(stakes), sum(result), sum(stakes * (1 - chance * (1 + multiplier))),
      sum(squares * (1 + multiplier) * (1 + multiplier) * chance * (1 - chance))
    from alike group by duration order by duration
    on conflict (duration, gone, part) do update set
      positions = t.positions + excluded.positions, won = t.won + excluded.won,
      won_expected = t.won_expected + excluded.won_expected, won_variance = t.won_variance + excluded.won_variance,
      stakes = t.stakes + excluded.stakes, result = t.result + excluded.result,
      result_expected = t.result_expected + excluded.result_expected,
      result_variance = t.result_variance + excluded.result_variance
  )
  insert into settled_hours as t (duration, epoch, part, positions, won, won_expected, result_excess)
  select duration, epoch, pg_backend_pid() % 8, sum(positions), sum(won), sum(positions * chance),
    sum(result - stakes * (1 - chance * (1 + multiplier)))
  from alike group by duration, epoch order by duration, epoch
  on conflict (duration, epoch, part) do update set
    positions = t.positions + excluded.positions, won = t.won + excluded.won,
    won_expected = t.won_expected + excluded.won_expected, result_excess = t.result_excess + excluded.result_excess;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_settled_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into settled_totals as t (duration, gone, part, positions, won, won_expected, won_variance, stakes, result,
    result_expected, result_variance)
  select duration, true, pg_backend_pid() % 64, sum(positions), sum(won), sum(positions * chance),
    sum(positions * chance * (1 - chance)), sum(stakes), sum(result), sum(stakes * (1 - chance * (1 + multiplier))),
    sum(squares * (1 + multiplier) * (1 + multiplier) * chance * (1 - chance))
  from (
    select duration, multiplier, win_chance::numeric as chance, count(*) as positions,
      count(*) filter (where status = 'won') as won, sum(amount) as stakes, sum(amount * amount) as squares,
      -sum(profit) as result
    from changed where status in ('won', 'lost') group by duration, multiplier, win_chance
  ) alike
  group by duration order by duration
  on conflict (duration, gone, part) do update set
    positions = t.positions + excluded.positions, won = t.won + excluded.won,
    won_expected = t.won_expected + excluded.won_expected, won_variance = t.won_variance + excluded.won_variance,
    stakes = t.stakes + excluded.stakes, result = t.result + excluded.result,
    result_expected = t.result_expected + excluded.result_expected,
    result_variance = t.result_variance + excluded.result_variance;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_sold_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sold_totals as t (duration, gone, epoch, part, positions, expected, chance, stakes, value, proceeds)
  select duration, true, closing_tick / 3600, pg_backend_pid() % 8, count(*), sum(win_chance::numeric), sum(closing_chance), sum(amount),
    sum(sale_value), sum(amount + profit)
  from changed where status = 'sold' group by duration, closing_tick / 3600 order by 1, 3
  on conflict (duration, gone, epoch, part) do update set
    positions = t.positions + excluded.positions, expected = t.expected + excluded.expected,
    chance = t.chance + excluded.chance, stakes = t.stakes + excluded.stakes, value = t.value + excluded.value,
    proceeds = t.proceeds + excluded.proceeds;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_user_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change bigint;
begin
  select count(*) * case tg_op when 'INSERT' then 1 else -1 end into change from changed;
  if change <> 0 then perform add_to_total('users', change); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION lapse_item_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update proposals set outcome = 'lapsed', decided_at = new.updated_at
  where target in (new.id, new.withdrawal_id) and outcome is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION lapse_payment_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update proposals set outcome = 'lapsed', decided_at = new.updated_at
  where outcome is null and target in (
    select id from attention_items
    where kind = 'payment' and provider = new.provider and payment_id = new.payment_id and resolved_at is null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION lapse_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update proposals set outcome = 'lapsed', decided_at = new.updated_at
  where target = new.id and outcome is null and action <> 'balance_adjusted';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION order_rights()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.rights_order := nextval('rights_order');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%: % is refused', tg_argv[0], tg_op using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION refuse_commitment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.start_state is null and not exists (select from price_geneses where tick > new.genesis_tick) then return new; end if;
  elsif tg_op = 'UPDATE' then
    if new.genesis_tick = old.genesis_tick and new.epoch = old.epoch and new.commitment = old.commitment
      and new.terms_hash = old.terms_hash and new.head = old.head
      and (old.start_state is null or new.start_state = old.start_state) then return new; end if;
  end if;
  raise exception 'commitments are never changed: % is refused', tg_op using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION refuse_cosignature_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.size = old.size and new.witness = old.witness and new.time = old.time and new.signature = old.signature
      and new.newest_time >= old.newest_time then return new; end if;
  end if;
  raise exception 'the first cosignatures are never changed: % is refused', tg_op using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('veritick.archiving', true) = 'on'
    and pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'member') then
    return null;
  end if;
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION refuse_screening_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Verdicts go with the account they are about.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'verdicts are append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $function$;

create view settled_sums as
 SELECT duration,
    sum(positions)::bigint AS positions,
    sum(won)::bigint AS won,
    sum(positions::numeric * chance) AS won_expected,
    sum(positions::numeric * chance * (1::numeric - chance)) AS won_variance,
    sum(stakes) AS stakes,
    sum(result) AS result,
    sum(stakes * (1::numeric - chance * (1::numeric + multiplier))) AS result_expected,
    sum(squares * (1::numeric + multiplier) * (1::numeric + multiplier) * chance * (1::numeric - chance)) AS result_variance
   FROM ( SELECT trading_positions.duration,
            trading_positions.multiplier,
            trading_positions.win_chance::numeric AS chance,
            count(*) AS positions,
            count(*) FILTER (WHERE trading_positions.status = 'won'::text) AS won,
            sum(trading_positions.amount) AS stakes,
            sum(trading_positions.amount * trading_positions.amount) AS squares,
            - sum(trading_positions.profit) AS result
           FROM trading_positions
          WHERE trading_positions.status = ANY (ARRAY['won'::text, 'lost'::text])
          GROUP BY trading_positions.duration, trading_positions.multiplier, trading_positions.win_chance) alike
  GROUP BY duration;

create view sold_sums as
 SELECT duration,
    count(*) AS positions,
    sum(win_chance::numeric) AS expected,
    sum(closing_chance) AS chance,
    sum(amount) AS stakes,
    sum(sale_value) AS value,
    sum(amount + profit) AS proceeds
   FROM trading_positions
  WHERE status = 'sold'::text
  GROUP BY duration;
alter table api_keys add constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table archived_sums add constraint archived_sums_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table attention_items add constraint attention_items_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit_transactions(id) ON DELETE SET NULL;
alter table attention_items add constraint attention_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table attention_items add constraint attention_items_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal_transactions(id) ON DELETE SET NULL;
alter table care_days add constraint care_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table deposit_transactions add constraint deposit_transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table email_links add constraint email_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table idempotency_keys add constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table key_ws_tokens add constraint key_ws_tokens_key_hash_fkey FOREIGN KEY (key_hash) REFERENCES api_keys(token_hash) ON DELETE CASCADE;
alter table known_places add constraint known_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table liability_chunks add constraint liability_chunks_number_fkey FOREIGN KEY (number) REFERENCES liability_trees(number) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
alter table liability_trees add constraint liability_trees_number_fkey FOREIGN KEY (number) REFERENCES liability_statements(number) DEFERRABLE INITIALLY DEFERRED;
alter table log_cosignatures add constraint log_cosignatures_size_fkey FOREIGN KEY (size) REFERENCES log_checkpoints(size);
alter table log_cosignatures add constraint log_cosignatures_witness_fkey FOREIGN KEY (witness) REFERENCES log_witnesses(id);
alter table passkeys add constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table password_resets add constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table payment_bookings add constraint payment_bookings_payment_fkey FOREIGN KEY (payment) REFERENCES payments(id);
alter table payments add constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table price_endings add constraint price_endings_genesis_tick_fkey FOREIGN KEY (genesis_tick) REFERENCES price_geneses(tick);
alter table price_epochs add constraint price_epochs_genesis_tick_fkey FOREIGN KEY (genesis_tick) REFERENCES price_geneses(tick);
alter table price_geneses add constraint price_geneses_chain_hash_fkey FOREIGN KEY (chain_hash) REFERENCES beacon_chains(chain_hash);
alter table proposals add constraint proposals_subject_fkey FOREIGN KEY (subject) REFERENCES users(id) ON DELETE CASCADE;
alter table push_devices add constraint push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_step(user_id) ON DELETE CASCADE;
alter table scheduled_closings add constraint scheduled_closings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table screening_verdicts add constraint screening_verdicts_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES screenings(subject_id) ON DELETE CASCADE;
alter table screenings add constraint screenings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table security_events add constraint security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table trading_positions add constraint trading_positions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table two_step add constraint two_step_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_limits add constraint user_limits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_notes add constraint user_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table users add constraint users_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id);
alter table withdrawal_addresses add constraint withdrawal_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table withdrawal_transactions add constraint withdrawal_transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table ws_tokens add constraint ws_tokens_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE;
CREATE TRIGGER attention_items_decided AFTER UPDATE ON attention_items FOR EACH ROW WHEN (old.resolved_at IS NULL AND (new.resolved_at IS NOT NULL OR old.reason IS DISTINCT FROM new.reason OR old.asset IS DISTINCT FROM new.asset OR old.amount IS DISTINCT FROM new.amount)) EXECUTE FUNCTION lapse_item_proposals();
CREATE TRIGGER attention_items_reopened AFTER UPDATE ON attention_items FOR EACH ROW WHEN (old.resolved_at IS NOT NULL AND new.resolved_at IS NULL) EXECUTE FUNCTION lapse_item_proposals();
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the audit log is append-only');
CREATE TRIGGER beacon_rounds_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON beacon_rounds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('rounds of the beacon are append-only');
CREATE TRIGGER deposit_transactions_decided AFTER UPDATE ON deposit_transactions FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status AND (new.status = ANY (ARRAY['confirmed'::text, 'failed'::text]))) EXECUTE FUNCTION lapse_proposals();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_balanced();
CREATE TRIGGER ledger_entries_deposits_counted AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION keep_deposit_total();
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER liability_statements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON liability_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('statements of liabilities are append-only');
CREATE TRIGGER log_checkpoints_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('signed checkpoints are never changed');
CREATE TRIGGER log_cosignatures_not_emptied BEFORE TRUNCATE ON log_cosignatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_cosignature_change();
CREATE TRIGGER log_cosignatures_unchanging BEFORE DELETE OR UPDATE ON log_cosignatures FOR EACH ROW EXECUTE FUNCTION refuse_cosignature_change();
CREATE TRIGGER log_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the log only grows');
CREATE TRIGGER log_tiles_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_tiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the log only grows');
CREATE TRIGGER log_witnesses_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_witnesses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('keys of witnesses are append-only');
CREATE TRIGGER payment_bookings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON payment_bookings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('payment bookings are append-only');
CREATE TRIGGER payments_changed AFTER UPDATE ON payments FOR EACH ROW WHEN (old.asset IS DISTINCT FROM new.asset OR old.arrived IS DISTINCT FROM new.arrived OR old.credited IS DISTINCT FROM new.credited) EXECUTE FUNCTION lapse_payment_proposals();
CREATE TRIGGER price_endings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON price_endings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('how a price ended is never changed');
CREATE TRIGGER price_epochs_not_emptied BEFORE TRUNCATE ON price_epochs FOR EACH STATEMENT EXECUTE FUNCTION refuse_commitment_change();
CREATE TRIGGER price_epochs_unchanging BEFORE INSERT OR DELETE OR UPDATE ON price_epochs FOR EACH ROW EXECUTE FUNCTION refuse_commitment_change();
CREATE TRIGGER price_geneses_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON price_geneses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('where the price started is never changed');
CREATE TRIGGER price_terms_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON price_terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('terms are append-only');
CREATE TRIGGER promise_batches_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON promise_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('a signed batch is never changed');
CREATE TRIGGER screening_verdicts_append_only BEFORE DELETE OR UPDATE ON screening_verdicts FOR EACH ROW EXECUTE FUNCTION refuse_screening_change();
CREATE TRIGGER screening_verdicts_not_emptied BEFORE TRUNCATE ON screening_verdicts FOR EACH STATEMENT EXECUTE FUNCTION refuse_screening_change();
CREATE TRIGGER trading_positions_gone AFTER DELETE ON trading_positions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_settled_gone();
CREATE TRIGGER trading_positions_settled AFTER UPDATE ON trading_positions REFERENCING OLD TABLE AS were NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION keep_settled();
CREATE TRIGGER trading_positions_sold_gone AFTER DELETE ON trading_positions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_sold_gone();
CREATE TRIGGER users_counted AFTER INSERT ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_user_total();
CREATE TRIGGER users_discounted AFTER DELETE ON users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_user_total();
CREATE TRIGGER users_rights_changed BEFORE UPDATE OF is_admin, staff_role ON users FOR EACH ROW WHEN (old.is_admin IS DISTINCT FROM new.is_admin OR old.staff_role IS DISTINCT FROM new.staff_role) EXECUTE FUNCTION order_rights();
CREATE TRIGGER users_rights_given BEFORE INSERT ON users FOR EACH ROW WHEN (new.is_admin OR new.staff_role IS NOT NULL) EXECUTE FUNCTION order_rights();
CREATE TRIGGER withdrawal_transactions_decided AFTER UPDATE ON withdrawal_transactions FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION lapse_proposals();
