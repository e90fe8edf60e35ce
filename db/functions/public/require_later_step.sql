-- Accepts each step of an authenticator once: the last step only grows. The secret changes only when it is encrypted
-- again under the installation's next key, and then the step stays.
create or replace function public.require_later_step()
returns trigger
language plpgsql
as $$
begin
  if old.confirmed_at is not null and (
    (new.made_at, new.confirmed_at) is distinct from (old.made_at, old.confirmed_at)
    or new.last_step < old.last_step
    or (new.last_step = old.last_step) = (new.encrypted_secret = old.encrypted_secret)) then
    raise exception 'each step of an authenticator is used once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
