-- Returns the findings that have no case yet, about the transactions to be decided of members, and about withdrawals to
-- addresses, each with its coin.
create or replace function public.list_due_findings(members text[], coins text[], addresses text[])
returns table (rule text, member_id text, subject_id text, facts jsonb)
language sql stable security definer
set search_path = public, pg_temp
as $$
  select f.rule, f.member_id, t.id, f.facts
  from (
    select d.id from deposit d where d.member_id = any (members) and d.status = 'pending'
    union
    select w.id from withdrawal w
    where w.member_id = any (members)
      and (w.status = 'pending' or w.status = 'approved' and w.payout_batch_id is null)
    union
    select w.id from unnest(coins, addresses) a (coin, address)
    join withdrawal w on w.address = a.address and w.coin = a.coin
    where w.status = 'pending' or w.status = 'approved' and w.payout_batch_id is null) t
  cross join lateral list_monitoring_findings(t.id) f
  where not exists (select from monitoring_case c where c.subject_id = t.id and c.rule = f.rule)
$$;

revoke all on function public.list_due_findings from public;
grant execute on function public.list_due_findings to candor_app;
