-- Protects a reward as it was written: a claim is decided once and paid once, and nothing else of it changes. One that
-- is not paid ends with its deposit, when that is reversed.
create or replace function public.protect_reward()
returns trigger
language plpgsql
as $$
begin
  if (to_jsonb(new) - '{due_at,refused_because,paid_on,paid_at}'::text[])
      <> (to_jsonb(old) - '{due_at,refused_because,paid_on,paid_at}'::text[])
    or ((old.due_at is not null or old.refused_because is not null)
      and (new.due_at, new.refused_because) is distinct from (old.due_at, old.refused_because)
      and ((old.paid_at, old.refused_because, new.due_at, new.refused_because)
          is distinct from (null, null, null, 'deposit_reversed')
        or not exists (select from deposit d where d.id = new.deposit_id and d.status = 'reversed')))
    or (old.paid_at is not null and (new.paid_on, new.paid_at) is distinct from (old.paid_on, old.paid_at)) then
    raise exception 'the terms of a reward do not change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
