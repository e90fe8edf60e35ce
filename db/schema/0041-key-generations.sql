-- Generations of approval keys. When all keys are lost, the owner of the database starts a new one: all keys before it
-- end, and the first two admins add first keys again. The server's login can't. All of it is append-only.
--
-- functions: approvals.append_only
set role ledger_owner;
set search_path = approvals;

create table key_generation (
  generation  integer primary key check (generation >= 1),
  started_at  timestamptz not null,
  -- The login that started it.
  started_by  name not null,
  -- Published, so no personal data.
  reason      text not null check (btrim(reason) <> '' and length(reason) <= 500)
);

create trigger append_only before update or delete on key_generation for each row execute function append_only();
create trigger never_truncated before truncate on key_generation for each statement execute function append_only();

-- Null: of no generation, since none was started when it was added.
alter table key add column generation integer references key_generation;
create index key_generation_keys on key (generation) where generation is not null;

-- A key signs once the transparency log shows it.
reset role;
grant select on public.log_entry to ledger_owner;
