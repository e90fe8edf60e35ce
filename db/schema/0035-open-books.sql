-- Open books: the transparency log, its checkpoints and witnesses, the logs that this installation cosigns, and the
-- daily proof of liabilities.
--
-- functions: public.refuse_rewriting, public.check_log_entry, public.check_log_checkpoint
-- functions: public.protect_witnessed_log, public.protect_liability_epoch, public.erase_liability_accounts

-- The entries of the log, in their order. They never change and none is ever removed.
create table log_entry (
  position  bigint primary key check (position >= 0),
  kind      text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- Names the thing where a kind has several.
  subject   text not null check (length(subject) <= 200),
  body      jsonb not null,
  -- The bytes that are published and hashed: canonical JSON.
  content   bytea not null check (octet_length(content) between 1 and 65535),
  leaf      bytea not null,
  check (leaf = sha256('\x00'::bytea || content)),
  check (convert_from(content, 'UTF8')::jsonb @> jsonb_build_object('kind', kind, 'subject', subject)
    and convert_from(content, 'UTF8')::jsonb -> 'body' = body)
);
create index log_entry_latest on log_entry (kind, subject, position desc);
create index log_entry_of_kind on log_entry (kind, position desc);

-- The hashes above the leaves: one for 256 of the level below, once these are complete.
create table log_node (
  level  integer not null check (level between 1 and 7),
  place  bigint not null check (place >= 0),
  hash   bytea not null check (octet_length(hash) = 32),
  primary key (level, place)
);

-- The signed heads of the log. Each one has more entries than the one before.
create table log_checkpoint (
  size       bigint primary key check (size > 0),
  root       bytea not null check (octet_length(root) = 32),
  -- The signed note, with the signatures of the log alone.
  note       text not null check (note like '%' || chr(10) || size || chr(10) || '%'),
  signed_at  timestamptz not null
);

-- What witnesses answered: the latest line of each of their keys for a checkpoint.
create table log_cosignature (
  size       bigint not null references log_checkpoint,
  witness    text not null check (witness <> ''),
  key_id     text not null check (key_id ~ '^[0-9a-f]{8}$'),
  line       text not null check (line like '— %'),
  signed_at  timestamptz not null,
  primary key (size, witness, key_id)
);

-- How the witnesses of this log are doing.
create table log_witness (
  name           text primary key check (name <> ''),
  requested_at   timestamptz not null,
  cosigned_at    timestamptz,
  -- The size that it cosigned last.
  size           bigint not null default 0 check (size >= 0),
  problem        text check (problem in ('silent', 'refused', 'fork')),
  detail         text check (length(detail) <= 500),
  problem_since  timestamptz,
  check ((problem is null) = (problem_since is null))
);

-- The logs of others that this installation cosigns, each with the latest checkpoint.
create table witnessed_log (
  origin       text primary key check (origin <> ''),
  size         bigint not null check (size >= 0),
  root         bytea not null check (octet_length(root) = 32),
  note         text not null check (note <> ''),
  cosigned_at  timestamptz not null
);

-- Daily proofs of liabilities, each at a finalised journal number. It is published once its manifest is in the log.
create table liability_epoch (
  id            text primary key check (id ~ '^lia_[0-9a-z]{20}$'),
  day           date not null unique,
  seq           bigint not null check (seq >= 0),
  -- Encrypted: members' nonces are derived from it.
  nonce_secret  bytea not null,
  begun_at      timestamptz not null,
  manifest      jsonb,
  position      bigint references log_entry,
  published_at  timestamptz check (published_at >= begun_at),
  check ((manifest is null) = (published_at is null) and (manifest is null) = (position is null))
);

-- What each member was owed at that number, of the newest proofs alone. A closed account is erased.
create table liability_account (
  epoch_id   text not null references liability_epoch,
  member_id  text not null references member,
  email      text not null,
  cash       bigint not null check (cash >= 0),
  invested   bigint not null check (invested >= 0),
  profit     bigint not null check (profit >= 0),
  pending    bigint not null check (pending >= 0),
  due        bigint not null check (due >= 0),
  primary key (epoch_id, member_id)
);
create index liability_account_member on liability_account (member_id);

-- The hashes of the tree of slips, 256 a row, of the newest proofs alone.
create table liability_tile (
  epoch_id  text not null references liability_epoch,
  level     integer not null check (level between 0 and 3),
  tile      bigint not null check (tile >= 0),
  hashes    bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (epoch_id, level, tile)
);

create trigger check_log_entry before insert on log_entry for each row execute function check_log_entry();
create trigger check_log_checkpoint before insert on log_checkpoint
  for each row execute function check_log_checkpoint();
create trigger protect_witnessed_log before update on witnessed_log
  for each row execute function protect_witnessed_log();
create trigger protect_liability_epoch before update on liability_epoch
  for each row execute function protect_liability_epoch();
create trigger erase_liability_accounts after update of status on member for each row
  when (new.status = 'closed' and old.status <> 'closed') execute function erase_liability_accounts();

do $$
declare
  name text;
begin
  foreach name in array array['log_entry', 'log_node', 'log_checkpoint'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_rewriting()',
      name || '_append_only', name);
  end loop;
  foreach name in array array['log_cosignature', 'witnessed_log', 'liability_epoch'] loop
    execute format('create trigger %I before delete on %I for each row execute function refuse_rewriting()',
      name || '_never_deleted', name);
  end loop;
  foreach name in array array['log_entry', 'log_node', 'log_checkpoint', 'log_cosignature', 'witnessed_log',
    'liability_epoch'] loop
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_rewriting()',
      name || '_never_emptied', name);
  end loop;
end $$;

grant select, insert on log_entry, log_node, log_checkpoint to candor_app;
grant select, insert, update (line, signed_at) on log_cosignature to candor_app;
grant select, insert, update, delete on log_witness to candor_app;
grant select, insert, update (size, root, note, cosigned_at) on witnessed_log to candor_app;
grant select, insert, update (manifest, position, published_at) on liability_epoch to candor_app;
grant select, delete on liability_account to candor_app;
grant select, insert, delete on liability_tile to candor_app;
grant select on log_entry, log_node, log_checkpoint, log_cosignature, log_witness, witnessed_log to candor_read;
