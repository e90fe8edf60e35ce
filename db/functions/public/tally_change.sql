-- Adds the change of one row to the counts of its list. Now and then it merges count rows that no other session has
-- locked.
create or replace function public.tally_change(list text, was text, was_cents bigint, now_is text, now_cents bigint)
returns void
language plpgsql
as $$
begin
  if now_is is not null then
    insert into tally values (list, now_is, 1, now_cents);
  end if;
  if was is not null then
    insert into tally values (list, was, -1, -was_cents);
  end if;
  if random() < 0.02 then
    with free as (select ctid from tally limit 1000 for update skip locked),
      gone as (
        delete from tally t using free where t.ctid = free.ctid
        returning t.list, t.status, t.many, t.cents)
    insert into tally select g.list, g.status, sum(g.many), sum(g.cents) from gone g group by 1, 2;
  end if;
end $$;

revoke all on function public.tally_change from public;
