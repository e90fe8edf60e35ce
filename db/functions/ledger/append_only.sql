set role ledger_owner;

-- Refuses to change or remove rows of the ledger's append-only tables.
create or replace function ledger.append_only()
returns trigger
language plpgsql
as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'LG000';
end $$;

revoke all on function ledger.append_only from public;
