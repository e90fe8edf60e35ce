set role ledger_owner;

-- Returns the blocks after a given one that contain rows of an owner, oldest first, with the hashes of all their rows
-- and the owner's own rows. Of other members' rows it returns a hash only. `text` is null where it names what another
-- account than the owner's holds (a plan's income, which is published, excepted): the owner can't compute such a
-- row's hash. The salt of a row is returned with its text alone: without it the hash of another row says nothing.
create or replace function ledger.owner_blocks(owner text, after_block bigint, at_most integer)
returns table (block bigint, first_seq bigint, last_seq bigint, chained_at text, digest bytea, previous_hash bytea,
  hash bytea, leaves bytea, own_rows json)
language sql stable security definer
set search_path = ledger, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
  with own as materialized (select id, code from account where account.owner = owner_blocks.owner),
  own_row as materialized (
    select j.id from own cross join lateral (
      select journal.id from journal where credit = own.id offset 0) j
    union
    select j.id from own cross join lateral (
      select journal.id from journal where debit = own.id offset 0) j),
  found as materialized (
    select own_row.id, run.first_seq + own_row.id - run.first_id as seq, run.block
    from own_row cross join lateral (
      select * from chain_run where first_id <= own_row.id order by first_id desc limit 1) run
    where run.last_id >= own_row.id and run.block > after_block),
  chosen as materialized (select distinct found.block from found order by found.block limit at_most)
  select b.block, b.first_seq, b.last_seq, (extract(epoch from b.chained_at) * 1000000)::bigint::text,
    b.digest, b.previous_hash, b.hash,
    (select string_agg(salt_leaf(sha256(convert_to(leaf_text(row(j.*)::journal), 'UTF8')),
          pick_salt(s.salts, run.first_seq + j.id - run.first_id - b.first_seq)), '' order by j.id)
      from chain_run run
      cross join lateral (
        select * from journal where journal.id between run.first_id and run.last_id offset 0) j
      where run.block = b.block),
    (select json_agg(json_build_object(
        'seq', found.seq::text, 'transfer_type', j.transfer_type, 'day', j.effective_date,
        'debit', d.code, 'credit', c.code, 'amount', j.amount::text,
        'text', case when shown then leaf_text(row(j.*)::journal) end,
        'salt', case when shown then encode(pick_salt(s.salts, found.seq - b.first_seq), 'hex') end)
        order by found.seq)
      from found
      cross join lateral (select * from journal where journal.id = found.id offset 0) j
      cross join lateral (select * from account where id = j.debit offset 0) d
      cross join lateral (select * from account where id = j.credit offset 0) c
      cross join lateral (
        select (d.balance is null or d.account_type = 'plan_income' or d.id in (select id from own))
          and (c.balance is null or c.account_type = 'plan_income' or c.id in (select id from own)) as shown) may
      where found.block = b.block)
  from chosen
  cross join lateral (select * from chain_block where chain_block.block = chosen.block offset 0) b
  left join block_salt s on s.block = b.block
  order by b.block
$$;

revoke all on function ledger.owner_blocks from public;
grant execute on function ledger.owner_blocks to candor_app;
