-- Refuses, at commit, to have recorded income of a plan while assets are placed outside for it: what comes back is
-- returned capital first. The approval may say that a payment is income, in a field of its own, and names at least what
-- is placed then. The lock makes placements and incomes follow one another.
create or replace function public.require_returned_first()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  placed bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('treasury/placed', 0));
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
