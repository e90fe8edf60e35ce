set role ledger_owner;

-- Stops all posting at once and returns the number of the freeze. Frozen books keep their first freeze.
create or replace function ledger.freeze_books(because text, at timestamptz)
returns bigint
language plpgsql security definer
set search_path = ledger, pg_temp
as $$
declare
  number bigint;
begin
  perform from state for update;
  select max(f.id) into number from book_freeze f
    where not exists (select from book_thaw t where t.freeze_id = f.id);
  if number is null then
    insert into book_freeze (because, frozen_at) values (freeze_books.because, at) returning id into number;
    update state set frozen = true;
  end if;
  return number;
end $$;

revoke all on function ledger.freeze_books from public;
grant execute on function ledger.freeze_books to candor_app;
