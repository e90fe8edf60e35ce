-- Refuses to change a proof of liabilities that is published, and publishes it with the entry of its manifest alone.
create or replace function public.protect_liability_epoch()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if old.published_at is not null
    or (new.id, new.day, new.seq, new.nonce_secret, new.begun_at)
      is distinct from (old.id, old.day, old.seq, old.nonce_secret, old.begun_at) then
    raise exception 'the proof of % is fixed', old.day using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from log_entry e
    where e.position = new.position and e.kind = 'liabilities' and e.body = new.manifest) then
    raise exception 'the manifest of % is not in the log', old.day using errcode = 'restrict_violation';
  end if;

  return new;
end $$;
