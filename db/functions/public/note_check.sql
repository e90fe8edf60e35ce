-- Records an integrity check. It can't claim to have checked beyond the hash chain.
create or replace function public.note_check(
  whole boolean, after_seq bigint, upto_seq bigint, started_at timestamptz, finished_at timestamptz, problems jsonb,
  known jsonb)
returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if upto_seq > coalesce((select max(last_seq) from ledger.seal_block), 0) then
    raise exception 'a look reaches no further than the chain' using errcode = 'check_violation';
  end if;
  insert into books_check (whole, after_seq, upto_seq, started_at, finished_at, problems, known)
    values (note_check.whole, note_check.after_seq, note_check.upto_seq, note_check.started_at,
      note_check.finished_at, note_check.problems, note_check.known);
end $$;

revoke all on function public.note_check from public;
grant execute on function public.note_check to candor_app;
