-- Refuses, at commit, to have placed more for a plan than its open principal and unpaid income, or so much that custody
-- at cost covers less than what is payable at once. The lock makes placements follow one another.
create or replace function public.limit_placed_assets()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  room record;
begin
  perform pg_advisory_xact_lock(hashtextextended('treasury/placed', 0));
  select p.* into room from ledger.accounts a cross join placeable_assets(a.owner) p where a.id = new.debit;
  if room.for_plan < 0 then
    raise exception 'more is placed for this plan than its open principal and unpaid income'
      using errcode = 'check_violation';
  end if;
  if room.for_all < 0 then
    raise exception 'custody would cover less than what is payable at once' using errcode = 'check_violation';
  end if;
  return null;
end $$;
