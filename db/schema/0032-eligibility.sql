-- Eligibility: what a member of a country has to do before an operation, as versioned data; the evidence of what was
-- shown, answered and ticked; and the record of each gate that a member passed, which positions and payouts require.
--
-- functions: public.refuse_rewriting, public.check_rule_set, public.check_gate_record, public.require_invest_gate
-- functions: public.require_withdraw_gate, public.protect_eligibility_evidence

-- A version of the rules of some countries. Of each key the version counts that took effect last, see
-- rule_set_in_force(). Without any, the rules that the software ships apply.
create table rule_set (
  id              text primary key check (id ~ '^rus_[0-9a-z]{20}$'),
  sequence        bigint generated always as identity unique,
  key             text not null check (key ~ '^[a-z][a-z0-9_-]{0,59}$'),
  version         integer not null check (version > 0),
  name            text not null check (btrim(name) <> ''),
  -- JSON as it was approved, to the letter.
  content         text not null check (jsonb_typeof(content::jsonb) = 'object'),
  content_sha256  text not null check (content_sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  countries       text[] not null,
  sample          boolean not null,
  effective_from  date not null,
  approval_id     text not null unique,
  published_by    text not null,
  published_at    timestamptz not null,
  unique (key, version),
  check ((key, version::text, name, sample::text) = (content::jsonb ->> 'key', content::jsonb ->> 'version',
    content::jsonb ->> 'name', content::jsonb ->> 'sample')),
  check (to_jsonb(countries) = content::jsonb -> 'countries')
);
create trigger check_rule_set before insert on rule_set for each row execute function check_rule_set();
create trigger rule_set_never_changes before update or delete on rule_set
  for each row execute function refuse_rewriting();
grant select, insert on rule_set to candor_app;
grant select on rule_set to candor_read;

-- What a member was shown, answered, ticked or asked for. The text is identified by its id, version and hash.
create table eligibility_evidence (
  id            text primary key check (id ~ '^evi_[0-9a-z]{20}$'),
  sequence      bigint generated always as identity unique,
  member_id     text not null references member,
  kind          text not null check (kind in ('warning', 'category', 'questionnaire', 'cooling_off')),
  -- null: the rules that the software ships.
  rule_set_id   text references rule_set,
  rules_sha256  text not null check (rules_sha256 ~ '^[0-9a-f]{64}$'),
  text_id       text not null,
  text_version  text not null,
  text_sha256   text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  content       jsonb not null,
  passed        boolean not null,
  -- The last day it counts; null: for good.
  valid_until   date,
  -- From when a failed attempt can be repeated.
  retry_at      timestamptz,
  at            timestamptz not null,
  session_id    text not null,
  check (passed or kind = 'questionnaire'),
  check ((retry_at is null) = passed),
  check ((valid_until is null) = (not passed or kind in ('warning', 'cooling_off')))
);
create index eligibility_evidence_member on eligibility_evidence (member_id, kind, sequence desc);
create trigger protect_eligibility_evidence before update or delete on eligibility_evidence
  for each row execute function protect_eligibility_evidence();
grant select, insert, delete on eligibility_evidence to candor_app;

-- A gate that a member passed: the operation, the rules of that day and what was known.
create table gate_record (
  id            text primary key check (id ~ '^gat_[0-9a-z]{20}$'),
  sequence      bigint generated always as identity unique,
  member_id     text not null references member,
  operation     text not null check (
                  operation in ('deposit', 'invest', 'withdraw', 'refer', 'claim_campaign', 'see_plans')),
  -- The deposit, position or withdrawal.
  subject_id    text not null,
  rule_set_id   text references rule_set,
  rules_sha256  text not null check (rules_sha256 ~ '^[0-9a-f]{64}$'),
  on_date       date not null,
  checked_at    timestamptz not null,
  amount        bigint not null check (amount >= 0),
  facts         jsonb not null
);
create index gate_record_member on gate_record (member_id, operation, on_date desc);
create trigger check_gate_record before insert on gate_record for each row execute function check_gate_record();
create trigger gate_record_never_changes before update or delete on gate_record
  for each row execute function refuse_rewriting();
grant select, insert on gate_record to candor_app;

-- What is reinvested at maturity was invested before: it needs no gate.
create trigger require_invest_gate before insert on position for each row
  when (new.origin <> 'reinvested') execute function require_invest_gate();
create trigger require_withdraw_gate_at_request before insert on withdrawal for each row
  execute function require_withdraw_gate();
create trigger require_withdraw_gate before update on withdrawal for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function require_withdraw_gate();
