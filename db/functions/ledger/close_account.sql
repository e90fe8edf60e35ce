set role ledger_owner;

-- Closes an empty account for good.
create or replace function ledger.close_account(account bigint)
returns void
language plpgsql security definer
set search_path = ledger, pg_temp
as $$
declare
  found_account account;
begin
  select * into found_account from account a where a.id = close_account.account for no key update;
  -- Posting does not lock an account that may be negative. So wait for open postings; later ones wait for this lock and
  -- read closed_at afterwards.
  if found_account.balance is null then
    lock table journal in share row exclusive mode;
  end if;
  if balance(close_account.account) is distinct from 0 then
    raise exception 'LG002 account % is not empty', found_account.code using errcode = 'LG002';
  end if;
  update account a set closed_at = coalesce(closed_at, now()) where a.id = close_account.account;
end $$;

revoke all on function ledger.close_account from public;
