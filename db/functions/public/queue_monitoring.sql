-- Queues a change for transaction monitoring: of one member, or of the rules, which concerns all open transactions.
create or replace function public.queue_monitoring()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if tg_table_name = 'setting' then
    perform queue_open_transactions();
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
