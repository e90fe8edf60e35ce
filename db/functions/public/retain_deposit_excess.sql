-- Refuses an investment that leaves less in its member's balance than they deposited above a limit of their rules. Runs
-- when the transaction ends, after the credit and the investment are posted.
create or replace function public.retain_deposit_excess()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  of_rules text := (select rule_set_in_force(country, new.opened_on) from member where id = new.member_id);
  rules    jsonb := (select content::jsonb from rule_set where id = of_rules);
  excess   bigint;
begin
  if rules is null or is_gate_open(of_rules) then
    return null;
  end if;
  excess := deposit_excess(
    new.member_id, rules, coalesce(verified_level(new.member_id, new.opened_on), 0), new.opened_on);
  if excess > coalesce((select balance from ledger.accounts where code = 'member:' || new.member_id || ':cash'), 0) then
    raise exception 'what was deposited above a limit stays in the balance' using errcode = 'EL003';
  end if;
  return null;
end $$;
