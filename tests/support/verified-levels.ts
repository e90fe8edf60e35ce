import type pg from 'pg'

/** Lets a test set the levels at which members are verified, in a table of its own. */
export async function prepareTestLevels(owner: pg.Client | pg.Pool): Promise<void> {
  await owner.query(`
    create table test_level (member_id text primary key, level integer);
    grant select, insert, update on test_level to candor_app;
    create or replace function verified_level(member_id text, on_date date) returns integer language sql stable
      set search_path = public, pg_temp
      as $$ select level from test_level t where t.member_id = verified_level.member_id $$`)
}
