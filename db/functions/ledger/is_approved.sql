set role ledger_owner;

-- Returns whether all transfers name one approval that another person granted for exactly this list and that is
-- unused. It locks the decision's row, so that of two lists that use one approval at once the second sees the first.
create or replace function ledger.is_approved(list ledger.transfer[])
returns boolean
language plpgsql
as $$
declare
  named text := list[1].approval;
begin
  if exists (select from unnest(list) l where l.approval is distinct from named) then
    return false;
  end if;
  perform from approvals.decision d where d.proposal = named for update;
  return exists (
      select from approvals.proposal p join approvals.decision d on d.proposal = p.id
      where p.id = named and d.approved and d.decided_by <> p.proposed_by
        and d.content_hash = p.content_hash and p.posting_hash = posting_hash(list))
    and not exists (select from approval_use u where u.approval = named);
end $$;

revoke all on function ledger.is_approved from public;
