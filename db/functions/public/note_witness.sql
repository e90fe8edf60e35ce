-- Records the head published outside the database on a day: the database's own values of a block of the journal's
-- chain and of a place in the audit log's chain.
create or replace function public.note_witness(day date, block bigint, told_at timestamptz, place bigint)
returns setof public.books_witness
language sql security definer
set search_path = public, pg_temp
as $$
  insert into books_witness
    select note_witness.day, b.block, b.last_seq, encode(b.hash, 'hex'), ledger.owed_at(b.last_seq),
      note_witness.told_at, l.place, encode(l.hash, 'hex')
    from ledger.seal_block b left join audit_link l on l.place = note_witness.place
    where b.block = note_witness.block
    returning *
$$;

revoke all on function public.note_witness from public;
grant execute on function public.note_witness to candor_app;
