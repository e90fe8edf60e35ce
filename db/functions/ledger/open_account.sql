set role ledger_owner;

-- Opens an account, or finds it: the code is its identity. Refuses an existing account with other properties.
create or replace function ledger.open_account(code text, account_type text, currency text, owner text default null)
returns bigint
language plpgsql security definer
set search_path = ledger, pg_temp
as $$
#variable_conflict use_column
declare
  found_account account;
begin
  insert into account (code, account_type, currency, owner, balance)
    select open_account.code, t.name, open_account.currency, open_account.owner, case when t.non_negative then 0 end
    from account_type t where t.name = open_account.account_type and open_account.code ~ t.code_pattern
    on conflict do nothing
    returning * into found_account;
  if found_account is null then
    select * into found_account from account a where a.code = open_account.code;
  end if;
  if (found_account.account_type, found_account.currency)
      is distinct from (open_account.account_type, open_account.currency)
    or found_account.owner is distinct from open_account.owner then
    raise exception 'LG001 account % exists with other properties, or its code does not match its account type',
      open_account.code using errcode = 'LG001';
  end if;
  return found_account.id;
end $$;

revoke all on function ledger.open_account from public;
grant execute on function ledger.open_account to candor_app;
