-- What one of the staff proposes and another decides. Both tables are append-only: a decision is a row of its own, bound to
-- the hash of the content that was shown. The rules sit in a trigger, so that no code above can pass them by.
create schema approvals authorization ledger_owner;
set role ledger_owner;
set search_path = approvals;

create table proposal (
  id             text primary key check (id ~ '^prp_[0-9a-z]{20}$'),
  sequence       bigint generated always as identity unique,
  act            text not null check (act ~ '^[a-z-]+\.[a-z-]+$'),
  subject_id     text not null check (subject_id <> ''),
  content        text not null check (jsonb_typeof(content::jsonb) = 'object'),
  content_hash   bytea not null check (content_hash = sha256(convert_to(content, 'UTF8'))),
  posting_hash   bytea check (octet_length(posting_hash) = 32),       -- of what it will post, see ledger.posting_hash(); null: it posts nothing
  proposed_by    text not null check (proposed_by ~ '^\S+$'),
  proposer_label text not null check (proposer_label <> ''),
  proposed_at    timestamptz not null,
  expires_at     timestamptz not null check (expires_at > proposed_at));
create index proposal_subject on proposal (subject_id, sequence desc);

create table decision (
  proposal       text primary key references proposal,
  approved       boolean not null,
  content_hash   bytea not null,                                      -- of what the decider was shown
  decided_by     text not null check (decided_by ~ '^\S+$'),
  decider_label  text not null check (decider_label <> ''),
  decided_at     timestamptz not null,
  reason         text check (btrim(reason) <> ''),
  check (approved or reason is not null));

create function append_only() returns trigger language plpgsql as $$ begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'AP000'; end $$;
create trigger append_only before update or delete on proposal for each row execute function append_only();
create trigger append_only before update or delete on decision for each row execute function append_only();
create trigger never_truncated before truncate on proposal execute function append_only();
create trigger never_truncated before truncate on decision execute function append_only();

-- Who proposed may take it back, and never approves.
create function decided_by_another() returns trigger language plpgsql set search_path = approvals, pg_temp as $$
declare asked proposal; begin
  select * into asked from proposal where id = new.proposal;
  if new.content_hash <> asked.content_hash then
    raise exception 'AP003 the content is not what was shown' using errcode = 'AP003'; end if;
  if new.approved and new.decided_by = asked.proposed_by then
    raise exception 'AP004 who proposed never approves' using errcode = 'AP004'; end if;
  if new.approved and new.decided_at >= asked.expires_at then
    raise exception 'AP005 the proposal has expired' using errcode = 'AP005'; end if;
  return new;
end $$;
create trigger decided_by_another before insert on decision for each row execute function decided_by_another();

create function propose(id text, act text, subject_id text, content text, posting_hash bytea, proposed_by text, proposer_label text,
  proposed_at timestamptz, expires_at timestamptz) returns void
language sql security definer set search_path = approvals, pg_temp as $$
  insert into proposal (id, act, subject_id, content, content_hash, posting_hash, proposed_by, proposer_label, proposed_at, expires_at)
  values (id, act, subject_id, content, sha256(convert_to(content, 'UTF8')), posting_hash, proposed_by, proposer_label, proposed_at, expires_at) $$;

-- AP001: there is no such proposal. AP002: it was decided before.
create function decide(proposal text, approved boolean, content_hash bytea, decided_by text, decider_label text, decided_at timestamptz, reason text)
returns void language plpgsql security definer set search_path = approvals, pg_temp as $$
#variable_conflict use_variable
begin
  if not exists (select from proposal p where p.id = proposal) then raise exception 'AP001 unknown proposal' using errcode = 'AP001'; end if;
  insert into decision values (proposal, approved, content_hash, decided_by, decider_label, decided_at, reason)
    on conflict on constraint decision_pkey do nothing;
  if not found then raise exception 'AP002 decided before' using errcode = 'AP002'; end if;
end $$;

-- Whether somebody else has approved exactly this.
create function granted(proposal text, act text, subject_id text, content_hash bytea) returns boolean
language sql stable security definer set search_path = approvals, pg_temp as $$
  select exists (select from proposal p join decision d on d.proposal = p.id
    where p.id = granted.proposal and p.act = granted.act and p.subject_id = granted.subject_id and p.content_hash = granted.content_hash
      and d.approved and d.content_hash = p.content_hash and d.decided_by <> p.proposed_by) $$;

create view proposals as
  select p.*, d.approved, d.decided_by, d.decider_label, d.decided_at, d.reason from proposal p left join decision d on d.proposal = p.id;
revoke all on all functions in schema approvals from public;
grant usage on schema approvals to candor_app;
grant select on proposals to candor_app;
grant execute on function propose, decide, granted to candor_app;
