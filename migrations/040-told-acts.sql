-- The head of the chain over what everybody did is told outside together with the journal's.
alter table books_witness add column acts bigint check (acts > 0);
alter table books_witness add column acts_hash text check (acts_hash ~ '^[0-9a-f]{64}$');
alter table books_witness add check ((acts is null) = (acts_hash is null));

-- Notes what is told outside on a day: what the database itself says of a block, and of a place in the record of acts.
drop function note_witness(date, bigint, timestamptz);
create function note_witness(day date, block bigint, told_at timestamptz, place bigint) returns setof books_witness
language sql security definer set search_path = public, pg_temp as $$
  insert into books_witness select note_witness.day, b.block, b.last_seq, encode(b.hash, 'hex'), ledger.owed_at(b.last_seq), note_witness.told_at,
    l.place, encode(l.hash, 'hex')
  from ledger.seal_block b left join audit_link l on l.place = note_witness.place where b.block = note_witness.block returning * $$;
revoke all on function note_witness from public;
grant execute on function note_witness to candor_app;

-- Who reads the books alone may have the record worked out anew: it answers places and hashes, and nothing about people.
grant execute on function check_links, unlinked_acts to candor_read;
grant select (place, hash) on audit_link to candor_read;
grant select on audit_pending to candor_read;

-- What a row of the journal is about finds it, however long the journal is.
set role ledger_owner;
create index journal_reference on ledger.journal (reference);
