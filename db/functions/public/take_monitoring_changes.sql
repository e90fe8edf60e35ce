-- Takes the oldest changes from the queue of transaction monitoring that no other session has taken; one without a
-- member is of the rules. A rollback puts them back. The findings have to be listed by a later statement, which sees
-- all that they are about.
create or replace function public.take_monitoring_changes(at_most integer)
returns table (member_id text, coin text, address text)
language sql security definer
set search_path = public, pg_temp
as $$
  with taken as (
    select c.sequence from monitoring_change c order by c.sequence limit at_most for update skip locked)
  delete from monitoring_change c using taken t where c.sequence = t.sequence
  returning c.member_id, c.coin, c.address
$$;

revoke all on function public.take_monitoring_changes from public;
grant execute on function public.take_monitoring_changes to candor_app;
