set role ledger_owner;

-- Opens an account, or finds it: the code is its identity. Refuses an existing account with other properties.
create or replace function ledger.open_account(code text, class text, currency text, owner text default null)
returns bigint
language plpgsql security definer
set search_path = ledger, pg_temp
as $$
#variable_conflict use_column
declare
  found_account account;
begin
  insert into account (code, class, currency, owner, balance)
    select open_account.code, c.name, open_account.currency, open_account.owner, case when c.limited then 0 end
    from class c where c.name = open_account.class and open_account.code ~ c.form
    on conflict do nothing
    returning * into found_account;
  if found_account is null then
    select * into found_account from account a where a.code = open_account.code;
  end if;
  if (found_account.class, found_account.currency) is distinct from (open_account.class, open_account.currency)
    or found_account.owner is distinct from open_account.owner then
    raise exception 'LG001 account % exists with other properties, or is not of its class', open_account.code
      using errcode = 'LG001';
  end if;
  return found_account.id;
end $$;

revoke all on function ledger.open_account from public;
grant execute on function ledger.open_account to candor_app;
