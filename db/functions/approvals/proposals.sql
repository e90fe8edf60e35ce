set role ledger_owner;

-- Proposals, each with its decision.
create or replace view approvals.proposals as
  select p.*, d.approved, d.decided_by, d.decider_label, d.decided_at, d.reason
  from approvals.proposal p left join approvals.decision d on d.proposal = p.id;

grant select on approvals.proposals to candor_app, candor_read;
