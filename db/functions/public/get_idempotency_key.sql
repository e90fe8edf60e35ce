-- Returns the idempotency key of a transfer from the name of its business event, as the application computes it. It is
-- declared stable, like convert_to() in it, so that the planner inlines it; declared immutable it was called
-- for each row.
create or replace function public.get_idempotency_key(name text)
returns uuid
language sql stable parallel safe
as $$
  select encode(substr(sha256(convert_to(name, 'UTF8')), 1, 16), 'hex')::uuid
$$;

revoke all on function public.get_idempotency_key from public;
grant execute on function public.get_idempotency_key to candor_app, candor_read;
