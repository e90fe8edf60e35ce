-- Refuses a payout batch that is not exactly the withdrawals that it names, all of them approved and to be paid by its
-- payment method.
create or replace function public.match_payout_batch()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (
    select from (
      select array_agg(w.id order by w.id) as ids, sum(w.amount) as cents, bool_and(w.method = new.method) as one_method
      from withdrawal w where w.payout_batch_id = new.id) marked
    where marked.ids is distinct from new.withdrawal_ids or marked.cents is distinct from new.cents
      or marked.one_method is distinct from true) then
    raise exception 'a payout batch is the withdrawals that it names' using errcode = 'check_violation';
  end if;
  return null;
end $$;
