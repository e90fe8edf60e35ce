set role ledger_owner;

-- Returns the hash of what a list posts, regardless of time and actor: an approval is bound to it. Where a posting
-- rule spreads a loss over members, the hash covers the total and not each member's share.
create or replace function ledger.posting_hash(list ledger.transfer[])
returns bytea
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select sha256(convert_to(json_agg(line order by line::text collate "C")::text, 'UTF8')) from (
    select json_build_array(
      l.transfer_type, case when r.spread then d.account_type else l.debit end, l.credit, sum(l.amount)::text,
      l.reference, l.reason, l.receipt, case when not coalesce(r.spread, false) then l.idempotency_key end) as line
    from unnest(list) l
    left join account d on d.code = l.debit
    left join account c on c.code = l.credit
    left join posting_rule r
      on (r.transfer_type, r.debit_type, r.credit_type) = (l.transfer_type, d.account_type, c.account_type)
    group by l.transfer_type, case when r.spread then d.account_type else l.debit end, l.credit, l.reference,
      l.reason, l.receipt, case when not coalesce(r.spread, false) then l.idempotency_key end) as lines
$$;

revoke all on function ledger.posting_hash from public;
grant execute on function ledger.posting_hash to candor_app;
