-- Locks an idempotency key until the transaction ends, and returns the answer that is stored under it. It is volatile:
-- its read takes a snapshot after the lock, and so sees what the previous holder of the lock has committed.
create or replace function public.claim_idempotency_key(of_actor text, of_call text, of_key text)
returns table (held boolean, input_hash text, status integer, answer text)
language plpgsql volatile
as $$
begin
  held := pg_try_advisory_xact_lock(hashtextextended(json_build_array(of_actor, of_call, of_key)::text, 8));
  if held then
    select i.input_hash, i.status, i.answer into input_hash, status, answer
    from idempotency i where i.actor = of_actor and i.call = of_call and i.key = of_key;
  end if;
  return next;
end $$;

revoke all on function public.claim_idempotency_key from public;
grant execute on function public.claim_idempotency_key to candor_app;
