set role ledger_owner;

-- Lowers the amount from which a transfer type needs an approval. A higher amount changes nothing. Only types with an
-- approval threshold, and suspense_matched, can be tightened. MODE=live calls it at the start.
create or replace function ledger.tighten_approval(transfer_type text, from_amount bigint)
returns void
language plpgsql security definer
set search_path = ledger, pg_temp
as $$
#variable_conflict use_variable
begin
  perform assert_latest();
  if from_amount < 0 or not exists (
    select from posting_rule r
    where r.transfer_type = transfer_type
      and (r.approval_from is not null or r.transfer_type = 'suspense_matched')) then
    raise exception 'LG004 this transfer type takes no approval, or the amount is below zero' using errcode = 'LG004';
  end if;
  lock table journal in share row exclusive mode;  -- open postings still follow the previous rule
  with stricter as (
    update posting_rule r set approval_from = from_amount
    where r.transfer_type = transfer_type and coalesce(r.approval_from > from_amount, true)
    returning r.*)
  insert into approval_rule
    select t.transfer_type, t.debit_type, t.credit_type, (select coalesce(max(id), 0) + 1 from journal), from_amount
    from stricter t
    on conflict on constraint approval_rule_pkey do nothing;
end $$;

revoke all on function ledger.tighten_approval from public;
grant execute on function ledger.tighten_approval to candor_app;
