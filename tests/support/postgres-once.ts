import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../scripts/postgres.js'

/**
 * Starts the database of a folder, counts this run in it, says how it ran, and stops. Called by a
 * test as some user.
 */
const [dataDir = '', userNamespaces = ''] = process.argv.slice(2)
const postgres = await startPostgres({
  dataDir,
  project: join(import.meta.dirname, '../..'),
  userNamespaces: userNamespaces !== 'forbidden',
})
const client = new pg.Client({ connectionString: postgres.ownerUrl })
await client.connect()
await client.query('create table if not exists run (at timestamptz)')
await client.query('insert into run values (now())')
const runs = (await client.query('select count(*)::int as n from run')).rows[0].n
const fsync = (await client.query('show fsync')).rows[0].fsync
const path = (await client.query('show data_directory')).rows[0].data_directory
await client.end()
const server = new pg.Client({ connectionString: postgres.serverUrl })
await server.connect()
const owned = (
  await server.query(
    "select pg_has_role('candor_app', 'member') as member, rolsuper from pg_roles where " +
      'rolname = current_user',
  )
).rows[0]
await server.end()
await postgres.stop()
console.log(JSON.stringify({ how: postgres.how, runs, fsync, path, ...owned }))
