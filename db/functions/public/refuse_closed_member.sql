-- Refuses deposits, withdrawals and wallets of a closed member account.
create or replace function public.refuse_closed_member()
returns trigger
language plpgsql
as $$
declare
  now_is text;
begin
  -- The lock makes a concurrent closing wait for this transaction, or this one for the closing.
  select status into now_is from member where id = new.member_id for share;
  if now_is = 'closed' then
    raise exception 'this account is closed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
