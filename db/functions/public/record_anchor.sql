-- Records the head published outside the database on a day: the database's own values of a block of the journal's
-- chain and of a place in the audit log's chain.
create or replace function public.record_anchor(day date, block bigint, published_at timestamptz, place bigint)
returns setof public.anchor
language sql security definer
set search_path = public, pg_temp
as $$
  insert into anchor
    select record_anchor.day, b.block, b.last_seq, encode(b.hash, 'hex'), ledger.owed_at_seq(b.last_seq),
      record_anchor.published_at, l.place, encode(l.hash, 'hex')
    from ledger.chain_block b left join audit_link l on l.place = record_anchor.place
    where b.block = record_anchor.block
    returning *
$$;

revoke all on function public.record_anchor from public;
grant execute on function public.record_anchor to candor_app;
