-- Refuses a payout batch that is not exactly the withdrawals that it names, all of them approved.
create or replace function public.match_payout_batch()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (
    select from (
      select array_agg(w.id order by w.id) as ids, sum(w.amount) as cents
      from withdrawal w where w.payout_batch_id = new.id) marked
    where marked.ids is distinct from new.withdrawal_ids or marked.cents is distinct from new.cents) then
    raise exception 'a payout batch is the withdrawals that it names' using errcode = 'check_violation';
  end if;
  return null;
end $$;
