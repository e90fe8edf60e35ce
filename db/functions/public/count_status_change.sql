-- Adds the change of one row to the counts of its list. Now and then it merges count rows that no other session has
-- locked.
create or replace function public.count_status_change(
  list text, was text, was_cents bigint, now_is text, now_cents bigint)
returns void
language plpgsql
as $$
begin
  if now_is is not null then
    insert into status_count values (list, now_is, 1, now_cents);
  end if;
  if was is not null then
    insert into status_count values (list, was, -1, -was_cents);
  end if;
  if random() < 0.02 then
    with free as (select ctid from status_count limit 1000 for update skip locked),
      gone as (
        delete from status_count t using free where t.ctid = free.ctid
        returning t.list, t.status, t.many, t.cents)
    insert into status_count select g.list, g.status, sum(g.many), sum(g.cents) from gone g group by 1, 2;
  end if;
end $$;

revoke all on function public.count_status_change from public;
