set role ledger_owner;

-- Resumes posting, given an approval of exactly this freeze: the subject of its proposal is 'freeze_<number>'.
create or replace function ledger.unfreeze_ledger(approval text, at timestamptz)
returns void
language plpgsql security definer
set search_path = ledger, pg_temp
as $$
declare
  number bigint;
begin
  perform assert_latest();
  perform from state for update;
  select max(f.id) into number from ledger_freeze f
    where not exists (select from ledger_unfreeze t where t.freeze_id = f.id);
  if number is null then
    raise exception 'LG016 the ledger is not frozen' using errcode = 'LG016';
  end if;
  if not exists (
    select from approvals.proposal p join approvals.decision d on d.proposal = p.id
    where p.id = unfreeze_ledger.approval and p.permission = 'ledger.unfreeze' and p.subject_id = 'freeze_' || number
      and d.approved and d.decided_by <> p.proposed_by) then
    raise exception 'LG014 unfreezing needs an approval of its own' using errcode = 'LG014';
  end if;
  insert into ledger_unfreeze values (number, unfreeze_ledger.approval, at);
  update state set frozen = false;
end $$;

revoke all on function ledger.unfreeze_ledger from public;
grant execute on function ledger.unfreeze_ledger to candor_app;
