-- Queues every member with a transaction to be decided for transaction monitoring, and returns how many.
create or replace function public.queue_open_transactions()
returns integer
language sql security definer
set search_path = public, pg_temp
as $$
  with queued as (
    insert into monitoring_change (member_id)
    select member_id from deposit where status = 'pending'
    union
    select member_id from withdrawal where status in ('pending', 'approved')
    returning 1)
  select count(*)::integer from queued
$$;

revoke all on function public.queue_open_transactions from public;
grant execute on function public.queue_open_transactions to candor_app;
