-- Rules of withdrawals are compared by their meaning, a change of the monitoring rules is queued as itself, and a
-- deposit records what it took above the limit of the rules under which it arrived, and that limit.
--
-- functions: public.record_over_limit

-- contract: unused since 0.2.0
drop function if exists public.withdrawal_requirements(jsonb);

-- Null: the rules themselves changed, which concerns every transaction to be decided.
alter table monitoring_change alter column member_id drop not null;

-- The cents of a credit above its member's limit on deposits. Null before the credit, and unknown for a credit that an
-- earlier version made: the present limit decides how much of it is retained.
alter table deposit add column over_limit bigint check (over_limit between 0 and credited);

-- The limits on deposits that apply to a credit: an array of cents and days; null as over_limit.
alter table deposit add column applied_limits jsonb;

create trigger record_over_limit before insert or update on deposit
  for each row execute function record_over_limit();
