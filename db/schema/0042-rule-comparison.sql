-- Rules of withdrawals are compared by their meaning, and a change of the monitoring rules is queued as itself.

-- contract: unused since 0.2.0
drop function if exists public.withdrawal_requirements(jsonb);

-- Null: the rules themselves changed, which concerns every transaction to be decided.
alter table monitoring_change alter column member_id drop not null;
