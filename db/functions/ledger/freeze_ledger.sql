set role ledger_owner;

-- Stops all posting at once and returns the number of the freeze. A frozen ledger retains its first freeze.
create or replace function ledger.freeze_ledger(because text, at timestamptz)
returns bigint
language plpgsql security definer
set search_path = ledger, pg_temp
as $$
declare
  number bigint;
begin
  perform from state for update;
  select max(f.id) into number from ledger_freeze f
    where not exists (select from ledger_unfreeze t where t.freeze_id = f.id);
  if number is null then
    insert into ledger_freeze (because, frozen_at) values (freeze_ledger.because, at) returning id into number;
    update state set frozen = true;
  end if;
  return number;
end $$;

revoke all on function ledger.freeze_ledger from public;
grant execute on function ledger.freeze_ledger to candor_app;
