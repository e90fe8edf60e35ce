-- Refuses, at commit, what would turn deposits that were placed outside into returns. The lock makes placements and
-- incomes follow one another. Only one trigger for both, since each trigger costs every posting.
--   Assets placed: no more for a plan than its open principal and unpaid income, nor so much that custody at cost
--   covers less than what is payable at once.
--   Income recorded: none while assets are placed for the plan, because what comes back is returned capital first. The
--   approval may say that a payment is income, in a field of its own, and names at least what is placed then.
create or replace function public.protect_placed_assets()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  room   record;
  placed bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('treasury/placed', 0));
  if new.transfer_type = 'assets_placed' then
    select p.* into room from ledger.accounts a cross join placeable_assets(a.owner) p where a.id = new.debit;
    if room.for_plan < 0 then
      raise exception 'more is placed for this plan than its open principal and unpaid income'
        using errcode = 'check_violation';
    end if;
    if room.for_all < 0 then
      raise exception 'custody would cover less than what is payable at once' using errcode = 'check_violation';
    end if;
    return null;
  end if;

  select -ledger.balance(a.id) into placed
    from ledger.accounts i join ledger.accounts a on a.owner = i.owner and a.account_type = 'plan_assets'
    where i.id = new.credit and i.account_type = 'plan_income';
  if placed > 0 and not exists (
    select from approvals.proposals p
    where p.id = new.approval and p.content::jsonb ->> 'whilePlaced' = 'income'
      and (p.content::jsonb ->> 'placed')::bigint >= placed) then
    raise exception 'assets are placed for this plan, and the approval does not say that this is income'
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
