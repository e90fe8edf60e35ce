set role ledger_owner;

-- Refuses to change or remove proposals and decisions.
create or replace function approvals.append_only()
returns trigger
language plpgsql
as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'AP000';
end $$;

revoke all on function approvals.append_only from public;
