import type pg from 'pg'

/**
 * Makes the database's own clock follow a test's: what is summed over 24 hours, and how long a new
 * decider waits, is measured by it. The functions of PostgreSQL are replaced in this database alone.
 */
const FOLLOW = `
  create table test_clock (shift interval not null);
  insert into test_clock values (interval '0');
  grant select on test_clock to public;
  alter function pg_catalog.clock_timestamp() rename to true_clock_timestamp;
  create function pg_catalog.clock_timestamp() returns timestamptz language sql volatile as
    $$ select pg_catalog.true_clock_timestamp() + (select shift from public.test_clock) $$;
  alter function pg_catalog.statement_timestamp() rename to true_statement_timestamp;
  create function pg_catalog.statement_timestamp() returns timestamptz language sql stable as
    $$ select pg_catalog.true_statement_timestamp() + (select shift from public.test_clock) $$;
  alter table ledger.journal alter posted_at set default clock_timestamp();
  grant execute on function pg_catalog.clock_timestamp, pg_catalog.statement_timestamp to public`

export const followTestClock = (owner: pg.Pool) => owner.query(FOLLOW)

export const setDatabaseClock = (owner: pg.Pool, now: Date) =>
  owner.query('update test_clock set shift = $1::timestamptz - pg_catalog.true_clock_timestamp()', [
    now,
  ])

/** Changes rows as if no trigger held them: to prepare, never as what an admin does. */
export async function changeUnguarded(owner: pg.Pool, statements: readonly string[]) {
  const client = await owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
