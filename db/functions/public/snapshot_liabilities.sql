-- Begins the proof of liabilities of a day: stores what each member is owed at the last chained number, with the
-- e-mail address that the member knows it by. Returns the number, or null while nothing is chained.
create or replace function public.snapshot_liabilities(epoch text, day date, nonce_secret bytea, begun_at timestamptz)
returns bigint
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  head bigint := (select max(last_seq) from ledger.chain_block);
begin
  if head is null then
    return null;
  end if;

  insert into liability_epoch (id, day, seq, nonce_secret, begun_at)
  values (epoch, snapshot_liabilities.day, head, snapshot_liabilities.nonce_secret, snapshot_liabilities.begun_at);

  insert into liability_account (epoch_id, member_id, email, cash, invested, profit, pending, due)
  select epoch, m.id, m.email, coalesce(o.cash, 0), coalesce(o.invested, 0), coalesce(o.profit, 0),
    coalesce(o.pending, 0), coalesce(d.cents, 0)
  from ledger.list_liabilities(head) o
  full join (select member_id, sum(cents)::bigint as cents from owed_return group by member_id) d
    on d.member_id = o.owner
  join member m on m.id = coalesce(o.owner, d.member_id);

  return head;
end $$;

revoke all on function public.snapshot_liabilities from public;
grant execute on function public.snapshot_liabilities to candor_app;
