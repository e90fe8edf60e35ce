-- Deletes stored answers older than a moment, at most so many. They are retained for at least 30 days.
create or replace function public.delete_idempotency_answers(before timestamptz, most integer)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, public
as $$
declare
  gone bigint;
begin
  if before > now() - interval '30 days' then
    raise exception 'answers are retained for 30 days' using errcode = 'check_violation';
  end if;
  delete from idempotency where ctid = any(array(
    select ctid from idempotency where answered_at < before limit most));
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke all on function public.delete_idempotency_answers from public;
grant execute on function public.delete_idempotency_answers to candor_app;
