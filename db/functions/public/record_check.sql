-- Records an integrity check. It can't claim to have checked beyond the hash chain.
create or replace function public.record_check(
  whole boolean, after_seq bigint, upto_seq bigint, started_at timestamptz, finished_at timestamptz, problems jsonb,
  accepted jsonb)
returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if upto_seq > coalesce((select max(last_seq) from ledger.chain_block), 0) then
    raise exception 'a check reaches no further than the chain' using errcode = 'check_violation';
  end if;
  insert into integrity_check (whole, after_seq, upto_seq, started_at, finished_at, problems, accepted)
    values (record_check.whole, record_check.after_seq, record_check.upto_seq, record_check.started_at,
      record_check.finished_at, record_check.problems, record_check.accepted);
end $$;

revoke all on function public.record_check from public;
grant execute on function public.record_check to candor_app;
