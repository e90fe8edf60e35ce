-- Signed approvals: the keys of admins, and what each approval was signed with. All of it is append-only.
--
-- functions: approvals.append_only, approvals.check_signature, approvals.require_signature
set role ledger_owner;
set search_path = approvals;

-- The public halves of the keys that admins approve with.
create table key (
  id             text primary key check (id ~ '^apk_[0-9a-z]{20}$'),
  sequence       bigint generated always as identity unique,
  admin_id       text not null check (admin_id ~ '^\S+$'),
  -- 'software': of a sample admin of the sandbox. The server holds its secret half, so it proves nothing.
  kind           text not null check (kind in ('passkey', 'software')),
  credential_id  text not null unique check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) <= 1400),
  -- As WebAuthn writes it, in COSE.
  public_key     bytea not null check (octet_length(public_key) between 32 and 1024),
  transports     text[] not null,
  -- Where its signatures are made: a host name and the address of the site.
  rp_id          text not null check (length(rp_id) between 1 and 253),
  origin         text not null check (origin ~ '^https?://' and length(origin) <= 300),
  -- One of the first keys, which no other admin could confirm. Others count once another admin has signed for them.
  first          boolean not null,
  registered_at  timestamptz not null
);
create index key_admin on key (admin_id);

-- Keys that sign no more.
create table key_end (
  key       text primary key references key,
  ended_at  timestamptz not null,
  ended_by  text not null check (ended_by ~ '^\S+$'),
  reason    text not null check (btrim(reason) <> '')
);

-- What an admin signed: an assertion of WebAuthn, whose challenge is the hash of the statement.
create table signature (
  -- The proposal that was approved.
  subject             text primary key check (subject ~ '^prp_[0-9a-z]{20}$'),
  sequence            bigint generated always as identity unique,
  statement           text not null check (length(statement) between 1 and 2000),
  statement_hash      bytea not null check (statement_hash = sha256(convert_to(statement, 'UTF8'))),
  key                 text not null references key,
  authenticator_data  bytea not null check (octet_length(authenticator_data) between 37 and 4096),
  client_data         bytea not null check (octet_length(client_data) between 1 and 4096),
  signature           bytea not null check (octet_length(signature) between 64 and 1024),
  signed_at           timestamptz not null
);
create index signature_key on signature (key);

-- Approvals up to these numbers were given before approvals were signed. Locked, so that none is under way.
lock table decision, ledger.journal in share row exclusive mode;
alter table installation
  add column unsigned_rows bigint not null default 0 check (unsigned_rows >= 0),
  add column unsigned_proposals bigint not null default 0 check (unsigned_proposals >= 0);
update installation set
  unsigned_rows = coalesce((select max(id) from ledger.journal), 0),
  unsigned_proposals = coalesce((
    select max(p.sequence) from proposal p join decision d on d.proposal = p.id), 0);

create trigger check_signature before insert on signature for each row execute function check_signature();
create constraint trigger require_signature after insert on decision deferrable initially deferred
  for each row when (new.approved) execute function require_signature();

do $$
declare
  name text;
begin
  foreach name in array array['key', 'key_end', 'signature'] loop
    execute format(
      'create trigger append_only before update or delete on %I for each row execute function append_only()', name);
    execute format('create trigger never_truncated before truncate on %I execute function append_only()', name);
  end loop;
end $$;

-- The first keys are those of admins with a money role.
reset role;
grant select (role) on public.staff to ledger_owner;
