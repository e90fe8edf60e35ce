-- Queues a change for transaction monitoring: of one member, or of the rules. A change of the rules is queued without a
-- member: the job lists the open transactions once the change is committed, and then sees all that were evaluated by
-- the previous rules. A transaction that commits later has a change of its own.
create or replace function public.queue_monitoring()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if tg_table_name = 'setting' then
    insert into monitoring_change (member_id) values (null);
  elsif tg_table_name = 'wallet' then
    insert into monitoring_change (member_id, coin, address) values (new.member_id, new.coin, new.address);
  elsif tg_table_name = 'member' then
    insert into monitoring_change (member_id) values (new.id);
  else
    insert into monitoring_change (member_id) values (new.member_id);
  end if;
  return null;
end $$;

revoke all on function public.queue_monitoring from public;
