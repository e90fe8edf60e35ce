set role ledger_owner;

-- Refuses an account of a member that has another owner than its code names. Neither changes afterwards, see
-- append_only().
create or replace function ledger.require_owner_in_code()
returns trigger
language plpgsql
as $$
begin
  if new.code like 'member:%' and new.owner is distinct from split_part(new.code, ':', 2) then
    raise exception 'account % belongs to the member whom its code names', new.code
      using errcode = 'check_violation', constraint = 'owner_is_in_code';
  end if;
  return new;
end $$;

revoke all on function ledger.require_owner_in_code from public;
