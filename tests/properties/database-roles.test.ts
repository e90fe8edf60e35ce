import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { lockServerRoles, type TestDatabase, testDatabase } from '../support/database.ts'
import { databaseUrl } from '../support/global-setup.ts'

/** A login as an operator makes it: a member of candor_app, and nothing else. */
const LOGIN = `candor_login_${randomBytes(4).toString('hex')}`
let database: TestDatabase
let unlockRoles: () => Promise<void>
let pool: pg.Pool

beforeAll(async () => {
  unlockRoles = await lockServerRoles()
  database = await testDatabase()

  const password = randomBytes(12).toString('hex')
  await database.owner.query(`create role ${LOGIN} login password '${password}' in role candor_app`)

  const { rows } = await database.owner.query('select current_database() as name')
  const url = new URL(databaseUrl(inject('adminUrl'), rows[0].name))
  url.username = LOGIN
  url.password = password
  pool = new pg.Pool({ connectionString: url.toString(), max: 2 })
})
afterAll(async () => {
  await pool.end()
  await database.owner.query(`drop role ${LOGIN}`)
  await database.close()
  await unlockRoles()
})

/** What a statement is answered, said as one of the roles that this login may take on. */
async function answer(statement: string, role = 'candor_app'): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local role ${role}`)
    await client.query(statement)
    return 'allowed'
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.query('rollback')
    client.release()
  }
}
const DENIED = '42501'

describe("the application's login", () => {
  test.each([
    'set role ledger_owner',
    'set role candor_owner',
    'set session_replication_role = replica',
    'alter table ledger.journal disable trigger all',
    'alter table audit_event disable trigger all',
    'drop trigger append_only on ledger.journal',
    'create or replace function ledger.append_only() returns trigger language plpgsql as $$ ' +
      'begin return new; end $$',
    'alter function ledger.post owner to candor_app',
    'alter role candor_app superuser',
    'update ledger.journal set amount = 1',
    'delete from ledger.journal',
    'truncate ledger.journal',
    'insert into ledger.account default values',
    'update ledger.posting_rule set approval_from = null',
    'insert into approvals.decision default values',
    'set role candor_watcher',
    'insert into chain_payment default values',
    'update chain_payment set units = 1',
    'update chain_payment set revision = 1',
    'insert into chain_sighting default values',
    'update chain_sighting set gone_at = null',
    'update chain_provider set tip_height = 1',
    'update chain_address set verified_at = now()',
    'insert into chain_address (verified_at) values (now())',
    'update audit_event set action = $$x$$',
    'delete from audit_event',
    'update deposit set amount = 1',
    'update anchor set owed = 1',
    'delete from integrity_check',
    'select * from pg_authid',
    'select * from ledger.journal',
    'select * from ledger.chain_gap',
    'select ledger.is_approved(null)',
    'select ledger.row_leaf(null)',
    'create table mine ()',
    'create schema mine',
  ])('may not: %s', async (statement) => {
    expect(['42501', '42883', '42704']).toContain(await answer(statement))
  })

  test('may read the views that it works with (control)', async () => {
    for (const view of ['ledger.entries', 'ledger.accounts', 'approvals.proposals', 'audit_event'])
      expect(await answer(`select * from ${view}`)).toBe('allowed')
  })
})

describe('the reading role', () => {
  test.each([
    'credential',
    'member',
    'staff',
    'session',
    'email_code',
    'reset_token',
    'consent',
    'wallet',
    'outbox',
    'mailbox',
    'idempotency',
    'rate_limit',
    'pgboss.job',
  ])('reads nothing of people, secrets or letters: %s', async (table) => {
    expect(await answer(`select * from ${table}`, 'candor_read')).toBe(DENIED)
  })

  test.each([
    "select ledger.post('{}')",
    'select ledger.append_block()',
    'select ledger.write_snapshots()',
    "select ledger.freeze_ledger('x', now())",
    "select ledger.tighten_approval('adjusted', 0)",
    "select ledger.open_account('custody:x:BTC', 'custody', 'BTC')",
    "select approvals.propose('x', 'x', 'x', '{}', null, 'x', 'x', now(), now())",
    'set role candor_app',
  ])('changes nothing: %s', async (statement) => {
    const client = await pool.connect()
    try {
      // A session that was handed over as the reading role only.
      await client.query('begin; set local role candor_read')

      const outcome = await client.query(statement).then(
        () => 'allowed',
        (error) => error.code,
      )
      expect(outcome).toBe(statement.startsWith('set role') ? 'allowed' : DENIED)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('verifies the books whole', async () => {
    expect(await answer('select * from check_everything()', 'candor_read')).toBe('allowed')
  })

  test('may do nothing that the application may not', async () => {
    const { rows } = await database.owner.query(`
      select c.oid::regclass::text as name, p.privilege from pg_class c cross join (values
      ('select'), ('insert'), ('update'), ('delete'), ('truncate'), ('trigger')) p (privilege)
      where c.relkind in ('r', 'v', 'p') and c.relnamespace::regnamespace::text in ('public',
      'ledger', 'approvals', 'pgboss')
        and has_table_privilege('candor_read', c.oid, p.privilege) and (p.privilege <> 'select'
        or not has_table_privilege('candor_app', c.oid, p.privilege))`)

    expect(rows).toEqual([])
  })
})

test('docs/operating/database-roles.md prints what each role may do to each table', async () => {
  const { rows } = await database.owner.query<Record<string, string>>(`
    select c.oid::regclass::text as name, c.relkind = 'v' as view,
      (select string_agg(p, ', ' order by place) from unnest(array['select', 'insert', 'update',
      'delete', 'truncate']) with ordinality as w (p, place)
        where has_table_privilege('candor_app', c.oid, p)) as app,
      (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a where a.attrelid
      = c.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('candor_app', c.oid, a.attnum, 'update') and not
        has_table_privilege('candor_app', c.oid, 'update')) as columns,
      (select string_agg(p, ', ' order by place) from unnest(array['select', 'insert', 'update',
      'delete', 'truncate']) with ordinality as w (p, place)
        where has_table_privilege('candor_watcher', c.oid, p)) as watcher,
      (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a where a.attrelid
      = c.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('candor_watcher', c.oid, a.attnum, 'update') and not
        has_table_privilege('candor_watcher', c.oid, 'update')) as "watcherColumns",
      case when has_table_privilege('candor_read', c.oid, 'select') then 'select' end as read
    from pg_class c where c.relkind in ('r', 'v', 'p') and c.relnamespace::regnamespace::text in
    ('public', 'ledger', 'approvals')
    order by c.relnamespace::regnamespace::text = 'public' desc, 1`)

  const describeRights = (rights = '', columns = '') =>
    [rights, columns && `update of ${columns}`].filter(Boolean).join(', ') || '–'
  const lines = rows.map(({ name, app, columns, watcher, watcherColumns, read }) => {
    const cells = [describeRights(app, columns), describeRights(watcher, watcherColumns), read]
    return `| \`${name}\` | ${cells.map((cell) => cell || '–').join(' | ')} |`
  })

  await expect(`${PAGE}${lines.join('\n')}\n`).toMatchFileSnapshot(
    '../../docs/operating/database-roles.md',
  )
})

const PAGE = `# Roles in the database

| role | login | purpose |
|---|---|---|
| the migrating login | \`DATABASE_MIGRATION_URL\`; a superuser, or owner of the database with CREATEROLE | migrations and \`npm run reset-admin-keys\` only |
| \`ledger_owner\` | none: it can't log in | owns the ledger and the approvals; its functions run as it |
| \`candor_app\` | \`DATABASE_URL\`'s login is a member of it | the server. Owns nothing: it can't disable a trigger, change a function or write the ledger's tables |
| \`candor_watcher\` | \`DATABASE_WATCHER_URL\`'s login is a member of it; in the sandbox the server's login too | the worker: records payments on chain, which are evidence. The server's role only reads them |
| \`candor_read\` | the same login, by \`set role\`; or your own login for reports | verify, export, reports: the books and their sources, no personal data |

The server's login stores its own timeouts at its start: \`lock_timeout\` 10 s, \`statement_timeout\` 30 s and
\`idle_in_transaction_session_timeout\` 60 s. \`npm run migrate\` works without them.

A login for reports: \`create role reports login password '…' in role candor_read;\`

The privileges of the roles on each table; functions are granted individually in db/functions. A test generates this page and fails
when a table is missing or a privilege differs; \`npx vitest run tests/properties/database-roles.test.ts -u\` writes it again.

| table or view | candor_app | candor_watcher | candor_read |
|---|---|---|---|
`
