set role ledger_owner;

-- Lowers the amount from which a kind needs an approval. A higher amount changes nothing. Only kinds with an approval
-- threshold, and suspense_matched, can be tightened. MODE=live calls it at the start.
create or replace function ledger.tighten(kind text, from_amount bigint)
returns void
language plpgsql security definer
set search_path = ledger, pg_temp
as $$
#variable_conflict use_variable
begin
  perform assert_latest();
  if from_amount < 0 or not exists (
    select from route r where r.kind = kind and (r.approval_from is not null or r.kind = 'suspense_matched')) then
    raise exception 'LG004 this kind takes no approval, or the amount is below zero' using errcode = 'LG004';
  end if;
  lock table journal in share row exclusive mode;  -- open postings still follow the previous rule
  with stricter as (
    update route r set approval_from = from_amount
    where r.kind = kind and coalesce(r.approval_from > from_amount, true)
    returning r.*)
  insert into approval_rule
    select t.kind, t.debit_type, t.credit_type, (select coalesce(max(entry), 0) + 1 from journal), from_amount
    from stricter t
    on conflict on constraint approval_rule_pkey do nothing;
end $$;

revoke all on function ledger.tighten from public;
grant execute on function ledger.tighten to candor_app;
