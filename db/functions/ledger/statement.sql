set role ledger_owner;

-- Returns the chained rows of one account with after_seq < seq <= upto_seq and the balance after each.
create or replace function ledger.statement(account bigint, after_seq bigint default 0, upto_seq bigint default null)
returns table (seq bigint, journal_id bigint, posted_at timestamptz, effective_date date, transfer_type text,
  other_account text, change bigint, balance bigint, reference text, reason text)
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  with span as (
    select min(first_id) as low, max(last_id) as high from chain_run
    where first_seq <= coalesce(upto_seq, 9223372036854775807)
      and first_seq >= coalesce((
        select first_seq from chain_run where first_seq <= after_seq + 1 order by first_seq desc limit 1), 0)),
  own as (
    select get_seq(j.id) as seq, j.*, credit as other, -amount as change
    from journal j, span where debit = account and id between low and high
    union all
    select get_seq(j.id), j.*, debit, amount
    from journal j, span where credit = account and id between low and high)
  select own.seq, own.id, own.posted_at, own.effective_date, own.transfer_type, a.code, own.change,
    (balance_at_seq(statement.account, after_seq) + sum(own.change) over (order by own.seq))::bigint,
    own.reference, own.reason
  from own join account a on a.id = own.other
  where own.seq > after_seq and own.seq <= coalesce(upto_seq, own.seq)
  order by own.seq
$$;

revoke all on function ledger.statement from public;
grant execute on function ledger.statement to candor_app, candor_read;
