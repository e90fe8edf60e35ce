set role ledger_owner;

-- Gives committed rows their sequence number and adds them to the hash chain; returns how many. Runs every second, as
-- the first statement of a transaction. It waits for no posting transaction.
--
-- Why its order is right although rows with lower ids may commit later: let a and b be rows on the same non-negative
-- account, a before b. If one transaction wrote both, one snapshot shows both. If not, b's transaction got the
-- account's lock after a's had ended, so every snapshot that shows b also shows a. Ids are taken under the lock,
-- so a's is lower. Chaining everything that one snapshot shows, by id, therefore never puts b before a; and a row
-- that commits later shares no non-negative account with a chained row that would have to come after it. Accounts
-- that may be negative have no running balance, so any order is right for them.
create or replace function ledger.append_block(at_most integer default 10000)
returns bigint
language plpgsql security definer
set search_path = ledger, pg_temp
set jit = off
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_mergejoin = off
as $$
declare
  last     chain_block;
  next     chain_block;
  highest  bigint;
  upto     bigint;
  added    record;
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'append_block() must come first in its transaction';
  end if;
  -- One session at a time. It takes no transaction id.
  perform pg_advisory_xact_lock(hashtextextended('ledger.append_block', 0));
  select * into last from chain_block order by block desc limit 1;
  highest := coalesce((select highest_id from chain_run order by first_seq desc limit 1), 0);
  upto := coalesce((
    select max(id) from (
      select id from journal where id > highest order by id limit at_most) next), highest);

  -- One statement, so that all of it is read in one snapshot.
  select count(*) as rows, coalesce(range_agg(int8range(id, id, '[]')), '{}') as ids,
      sha256(string_agg(salt_leaf(leaf, salt), '' order by id)) as digest,
      string_agg(substr(salt_leaf(leaf, salt), 1, 4), '' order by id) as fingerprints,
      string_agg(salt, '' order by id) as salts,
      pg_snapshot_xmin(pg_current_snapshot()) as oldest_open
    into added
  from (
    select u.id, leaf_hash(
        u.id, u.idempotency_key, u.transfer_type, u.debit, u.credit, u.amount, u.debit_balance, u.credit_balance,
        u.effective_date, u.posted_at, u.reference, u.actor, u.reason,
        receipt_line(r), approval_line(p, d), da.code, ca.code) as leaf,
      uuid_send(gen_random_uuid()) as salt
    from unchained_journal u
    left join receipt r on r.id = u.receipt
    left join approvals.proposal p on p.id = u.approval
    left join approvals.decision d on d.proposal = u.approval
    left join account da on da.id = u.debit
    left join account ca on ca.id = u.credit
    where u.id <= upto offset 0) u;

  -- A gap is over when every transaction that could hold its numbers has ended. noted_by is this transaction's id,
  -- taken only now: it is above the id of every transaction that had a number below upto, because they took their id
  -- first.
  delete from chain_gap where noted_by <= added.oldest_open;

  if added.rows > 0 then
    update chain_gap set ids = ids - added.ids where ids && added.ids;
    insert into chain_gap
      select pg_current_xact_id(), gap
      from (select int8multirange(int8range(highest, upto, '(]')) - added.ids) as gaps (gap)
      where not isempty(gap);
    next := (coalesce(last.block, 0) + 1, coalesce(last.last_seq, 0) + 1, coalesce(last.last_seq, 0) + added.rows,
      clock_timestamp(), added.digest, added.fingerprints, coalesce(last.hash, sha256('ledger')), null);
    next.hash := block_hash(next);
    insert into chain_block values (next.*);
    insert into block_salt values (next.block, added.salts);
    insert into chain_run
      select next.first_seq + sum(size) over before_this - size, first_id, first_id + size - 1,
        greatest(highest, upto), next.block
      from (select lower(r) as first_id, upper(r) - lower(r) as size from unnest(added.ids) as r) run
      window before_this as (order by first_id);
  end if;
  return added.rows;
end $$;

revoke all on function ledger.append_block from public;
grant execute on function ledger.append_block to candor_app;
