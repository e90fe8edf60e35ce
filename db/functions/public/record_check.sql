-- Runs an integrity check and records what it found: of everything, or of what came after the last good check. Returns
-- no row while another check of the same kind runs, and a row without an id where nothing new is worth recording.
--
-- The result can't be forged: the checks run here, once, and the range comes from the chain and from earlier checks.
-- The caller adds only what it found outside the database, invariant 12. Call it in a repeatable read transaction, so
-- that all checks read one snapshot.
create or replace function public.record_check(whole boolean, started_at timestamptz, outside jsonb)
returns setof integrity_check
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  good   integrity_check;
  latest integrity_check;
  made   integrity_check;
  since  timestamptz;
  found_here jsonb;
begin
  perform from check_lock l where l.whole = record_check.whole for update skip locked;
  if not found then
    return;
  end if;
  select * into good from integrity_check c where c.problems = '[]' order by c.id desc limit 1;
  select * into latest from integrity_check c order by c.id desc limit 1;

  made.upto_seq := coalesce((select max(last_seq) from ledger.chain_block), 0);
  made.whole := record_check.whole or good.id is null or made.upto_seq < good.upto_seq;
  made.after_seq := case when made.whole then 0 else good.upto_seq end;
  made.started_at := record_check.started_at;
  -- The last good check may not have seen decisions made shortly before it.
  since := least(good.started_at, made.started_at) - interval '10 minutes';

  select coalesce(jsonb_agg(p), '[]') into found_here
  from (
    select 5 as invariant, format('the journal ends with number %s, but number %s existed before',
      made.upto_seq, good.upto_seq) as problem, 'journal' as subject
    where made.upto_seq < good.upto_seq
    union all
    select * from (select * from check_everything() where made.whole limit 1000) e
    union all
    select * from (
      select * from check_since(made.after_seq, since) where not made.whole order by invariant limit 1000) s
    union all
    select 12, o ->> 'problem', o ->> 'subject'
    from jsonb_array_elements(record_check.outside) o where o ->> 'invariant' = '12') p;

  select coalesce(jsonb_agg(f.problem order by f.n) filter (where a.problem is null), '[]'),
      coalesce(jsonb_agg(f.problem order by f.n) filter (where a.problem is not null), '[]')
    into made.problems, made.accepted
  from jsonb_array_elements(found_here) with ordinality as f (problem, n)
  left join accepted_exception a on a.problem
    = format('%s: %s (%s)', f.problem ->> 'invariant', f.problem ->> 'problem', f.problem ->> 'subject');

  made.finished_at := made.started_at + (clock_timestamp() - statement_timestamp());
  -- Without news, a check is recorded once an hour.
  if good.id is null or made.whole or made.problems <> '[]' or latest.problems <> '[]'
    or made.upto_seq > good.upto_seq or made.started_at >= good.started_at + interval '1 hour' then
    insert into integrity_check (whole, after_seq, upto_seq, started_at, finished_at, problems, accepted)
      values (made.whole, made.after_seq, made.upto_seq, made.started_at, made.finished_at, made.problems,
        made.accepted)
      returning id into made.id;
  end if;
  return next made;
end $$;

revoke all on function public.record_check from public;
grant execute on function public.record_check to candor_app;
