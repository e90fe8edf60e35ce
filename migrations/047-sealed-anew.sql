-- What is sealed says in its first byte how, so that a way of sealing can be followed by another.
alter table authenticator disable trigger steps_grow;
update authenticator set sealed_secret = '\x01'::bytea || sealed_secret;
alter table authenticator enable trigger steps_grow;

-- A secret may be sealed anew under the installation's next key; beside that a step still only grows.
create or replace function steps_grow() returns trigger language plpgsql as $$ begin
  if old.confirmed_at is not null and ((new.made_at, new.confirmed_at) is distinct from (old.made_at, old.confirmed_at)
    or new.last_step < old.last_step
    or (new.last_step = old.last_step) = (new.sealed_secret = old.sealed_secret)) then
    raise exception 'each step of an authenticator is used once' using errcode = 'check_violation'; end if;
  return new;
end $$;
