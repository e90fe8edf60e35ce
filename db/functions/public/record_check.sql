-- Records an integrity check. It can't claim to have checked beyond the hash chain, nor to continue where no good check
-- ended. One without problems is checked again here: a row that claims to be good without being so would let the next
-- check start behind what is wrong.
create or replace function public.record_check(
  whole boolean, after_seq bigint, upto_seq bigint, started_at timestamptz, finished_at timestamptz, problems jsonb,
  accepted jsonb)
returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  good  integrity_check;
  wrong record;
begin
  select * into good from integrity_check c where c.problems = '[]' order by c.id desc limit 1;
  if record_check.problems = '[]' and record_check.after_seq > coalesce(good.upto_seq, 0) then
    raise exception 'a check continues where the last good one ended' using errcode = 'check_violation';
  end if;
  if record_check.problems = '[]' and record_check.whole then
    set local statement_timeout = '4h';
  end if;
  if record_check.problems = '[]' then
    select p.* into wrong
    from (
      select * from check_everything() where record_check.whole
      union all
      select * from check_since(
        record_check.after_seq, least(good.started_at, record_check.started_at) - interval '10 minutes')
      where not record_check.whole) p
    where not exists (
      select from accepted_exception a
      where a.problem = format('%s: %s (%s)', p.invariant, p.problem, p.subject))
    limit 1;
    if found then
      raise exception 'a good check finds nothing: %: % (%)', wrong.invariant, wrong.problem, wrong.subject
        using errcode = 'check_violation';
    end if;
  end if;
  if upto_seq > coalesce((select max(last_seq) from ledger.chain_block), 0) then
    raise exception 'a check reaches no further than the chain' using errcode = 'check_violation';
  end if;
  insert into integrity_check (whole, after_seq, upto_seq, started_at, finished_at, problems, accepted)
    values (record_check.whole, record_check.after_seq, record_check.upto_seq, record_check.started_at,
      record_check.finished_at, record_check.problems, record_check.accepted);
end $$;

revoke all on function public.record_check from public;
grant execute on function public.record_check to candor_app;
