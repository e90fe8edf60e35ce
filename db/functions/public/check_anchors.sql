-- Checks invariants 5 and 7: every published block is unchanged, and so is what members were owed at the latest one.
create or replace function public.check_anchors()
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
as $$
  select 5, 'block differs from its anchor', a.day::text
  from anchor a left join ledger.chain_block b using (block)
  where b.block is null or encode(b.hash, 'hex') <> a.hash or b.last_seq <> a.seq
  union all
  select 7, format('owed %s, published %s', ledger.owed_at_seq(a.seq), a.owed), a.day::text
  from (select * from anchor order by day desc limit 1) a where ledger.owed_at_seq(a.seq) <> a.owed
$$;

revoke all on function public.check_anchors from public;
grant execute on function public.check_anchors to candor_app, candor_read;
