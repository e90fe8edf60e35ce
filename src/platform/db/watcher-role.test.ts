import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  lockServerRoles,
  type TestDatabase,
  testDatabase,
} from '../../../tests/support/database.ts'
import { databaseUrl } from '../../../tests/support/global-setup.ts'
import { openDb } from './db.ts'
import { assertWatcherApart, shareWatcherRole } from './watcher-role.ts'

const PASSWORD = randomBytes(12).toString('hex')
const suffix = randomBytes(4).toString('hex')
const SERVER = `candor_server_${suffix}`
const WATCHER = `candor_watch_${suffix}`
let database: TestDatabase
let unlockRoles: () => Promise<void>

beforeAll(async () => {
  unlockRoles = await lockServerRoles()
  database = await testDatabase()
  await database.owner.query(
    `create role ${SERVER} login password '${PASSWORD}' in role candor_app`,
  )
  await database.owner.query(
    `create role ${WATCHER} login password '${PASSWORD}' in role candor_watcher`,
  )
})
afterAll(async () => {
  await database.owner.query(`drop role ${SERVER}, ${WATCHER}`)
  await database.close()
  await unlockRoles()
})

async function buildUrl(login: string): Promise<string> {
  const { rows } = await database.owner.query('select current_database() as name')
  const url = new URL(databaseUrl(inject('adminUrl'), rows[0].name))
  url.username = login
  url.password = PASSWORD
  return url.toString()
}

/** Opens the connections of a login in a role for as long as the callback runs. */
async function checkApart(server: string, watcher: string): Promise<void> {
  const limits = { poolSize: 2, lockTimeoutMs: 10_000, statementTimeoutMs: 30_000 }
  const opened = [
    openDb({ ...limits, url: await buildUrl(server), role: 'candor_app' }),
    openDb({ ...limits, url: await buildUrl(watcher), role: 'candor_watcher' }),
  ] as const

  try {
    await assertWatcherApart(opened[0].db, opened[1].db)
  } finally {
    for (const { db } of opened) await db.destroy()
  }
}

test('live takes two logins, and refuses one for both with the name of the setting', async () => {
  await checkApart(SERVER, WATCHER)
  await expect(checkApart(SERVER, SERVER)).rejects.toThrow(
    /^DATABASE_WATCHER_URL: .*candor_watcher/,
  )
})

test('the sandbox lets the server’s login watch, in its own role; live refuses it', async () => {
  const migrating = new pg.Client({ connectionString: database.ownerUrl })
  await migrating.connect()
  try {
    await shareWatcherRole(migrating)
    await shareWatcherRole(migrating)
  } finally {
    await migrating.end()
  }

  const { db } = openDb({
    url: await buildUrl(SERVER),
    role: 'candor_app',
    poolSize: 1,
    lockTimeoutMs: 10_000,
    statementTimeoutMs: 30_000,
  })
  try {
    const write = db.withTables<{ chain_sighting: { gone_at: Date | null } }>()
    await expect(
      write.updateTable('chain_sighting').set({ gone_at: null }).execute(),
    ).rejects.toMatchObject({ code: '42501' })
  } finally {
    await db.destroy()
  }

  await expect(checkApart(SERVER, WATCHER)).rejects.toThrow(
    /^DATABASE_URL: its login candor_server_/,
  )
})
