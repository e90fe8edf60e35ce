-- Checks invariants 5 and 7: every published block is unchanged, and so is what members were owed at the latest one.
create or replace function public.check_anchors()
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
as $$
  select 5, 'block is not the one that was witnessed', w.day::text
  from anchor w left join ledger.chain_block b using (block)
  where b.block is null or encode(b.hash, 'hex') <> w.hash or b.last_seq <> w.seq
  union all
  select 7, format('owed %s, witnessed %s', ledger.owed_at(w.seq), w.owed), w.day::text
  from (select * from anchor order by day desc limit 1) w where ledger.owed_at(w.seq) <> w.owed
$$;

revoke all on function public.check_anchors from public;
grant execute on function public.check_anchors to candor_app, candor_read;
