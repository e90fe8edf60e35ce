-- Checks invariant 11 for the approvals of the journal rows after a number, and for those decided since a time (null:
-- all): the words that were approved have the hash that was decided on, and where they name an amount, that much was
-- posted. Coin is worth units × the rate stored beside it, to the cent: rounded down coming in, up going out. It reads
-- decisions for roles that can't.
create or replace function public.check_approvals(after_seq bigint, since timestamptz)
returns table (invariant integer, problem text, subject text)
language sql stable security definer
set search_path = public, pg_temp
set jit = off
as $$
  with named as materialized (
    select distinct approval from ledger.rows_after_seq(after_seq) where approval is not null),
  used as materialized (
    select approval, sum(amount) filter (where d.currency = 'USD') as cents,
      sum(amount) filter (where d.currency <> 'USD') as units,
      max(d.currency) filter (where d.currency <> 'USD') as coin
    from ledger.entries e join ledger.accounts d on d.id = e.debit
    where e.approval in (select approval from named)
    group by approval),
  content as (
    select u.*, p.id, p.content::json as words from used u join approvals.proposals p on p.id = u.approval)
  select 11, 'words of the approval are not those that were decided on', p.id
  from approvals.proposal p join approvals.decision d on d.proposal = p.id
  where d.approved and (p.id in (select approval from named) or since is null or d.decided_at >= since)
    and (p.content_hash <> sha256(convert_to(p.content, 'UTF8')) or d.content_hash <> p.content_hash)
  union all
  select 11, format('approved were %s cents for %s %s at %s, posted %s and %s', words ->> 'cents', words ->> 'units',
    words ->> 'currency', words ->> 'rate', cents, units), id
  from content
  where words ->> 'cents' is not null and words ->> 'units' is not null
    and ((words ->> 'cents')::numeric <> cents
      or (words ->> 'currency' = 'USD' and (words ->> 'units')::numeric <> cents)
      or (words ->> 'currency' <> 'USD' and (
        ((words ->> 'currency'), (words ->> 'units')::numeric) is distinct from (coin, units)
        or words ->> 'rate' is null
        or (words ->> 'cents')::numeric - compute_coin_value(units, (words ->> 'rate')::numeric, coin)
          not between 0 and 1)))
$$;

revoke all on function public.check_approvals from public;
grant execute on function public.check_approvals to candor_app, candor_read;
