set role ledger_owner;

-- The generations of approval keys. start_key_generation() adds one.
create or replace view approvals.key_generations as
  select generation, started_at, started_by, reason from approvals.key_generation;

grant select on approvals.key_generations to candor_app, candor_read;
