import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { verifyLedger } from '#modules/ledger/queries.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { migrate } from '#platform/db/migrate.ts'
import { type Postgres, startPostgres } from '../../scripts/postgres.js'
import { killHard } from '../support/launcher.ts'
import {
  type LoadResult,
  member,
  openMembers,
  postDeposit,
  runLoad,
} from '../support/ledger-load.ts'
import { pickScale } from '../support/scale.ts'

const PROJECT = join(import.meta.dirname, '../..')
const KILLS = pickScale(1, 50)

let dataDir: string
let postgres: Postgres
let db: Db

/** A server of this test's own, that syncs to disk and is there to be killed. */
async function start() {
  postgres = await startPostgres({ dataDir, project: PROJECT, maxConnections: 60 })
  const timeouts = { lockTimeoutMs: 10_000, statementTimeoutMs: 30_000 }
  db = openDb({ url: postgres.serverUrl, poolSize: 30, ...timeouts }).db
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-crash-'))
  await start()
  await migrate(postgres.ownerUrl, join(PROJECT, 'db'), 'sandbox')
  await openMembers(db)
}, 120_000)
afterAll(async () => {
  await db.destroy()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 180_000)

/** Ends every process of the server at once, with no chance to write anything down. */
function killServer() {
  const children = readFileSync(`/proc/${postgres.pid}/task/${postgres.pid}/children`, 'utf8')
    .trim()
    .split(' ')
  for (const pid of [postgres.pid, ...children.map(Number)]) killHard(pid)
}

async function restart() {
  await db.destroy()
  await start()
}

async function countStored(ids: string[]): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ledger.entries where idempotency_key = any(${ids}::uuid[])`.execute(
    db,
  )
  return Number(rows[0]?.count)
}

test(
  `killed ${KILLS} times under load, the ledger has each acknowledged row once and verifies`,
  async () => {
    const all: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const result: LoadResult = { acknowledged: [], codes: {} }
      const load = runLoad(result, db, { seconds: 60, clients: 16 })

      await expect.poll(() => result.acknowledged.length, { timeout: 50_000 }).toBeGreaterThan(100)

      await pause(Math.random() * 300)
      killServer()
      await load

      expect(result.codes.lost, 'the kill came in the middle of something').toBeGreaterThan(0)

      all.push(...result.acknowledged)
      await restart()

      expect(await verifyLedger(db), 'right after recovery').toEqual([])
      expect(await countStored(all)).toBe(all.length)

      await chainJournal({ db })
      expect(await verifyLedger(db), 'after chaining what the crash left').toEqual([])
    }

    console.log(`  ${all.length} rows acknowledged over ${KILLS} kills, none lost`)
  },
  120_000 + KILLS * 60_000,
)

test('a client that acknowledges before the commit would be noticed (control)', async () => {
  const acknowledged: string[] = []
  let killed = false
  const early = async (client: number) => {
    for (let i = 0; !killed; i++) {
      const work = db.transaction().execute(async (tx) => {
        const rows = await postDeposit(tx, `early/${client}/${i}`, member(client + 1), 5n)
        acknowledged.push(...rows.map((row) => row.idempotencyHash))
        await pause(100)
      })
      // a database that is away refuses at once: without a pause nothing else would run
      await work.catch(() => pause(10))
    }
  }

  const clients = Array.from({ length: 8 }, (_, client) => early(client))
  try {
    await expect.poll(() => acknowledged.length, { timeout: 50_000 }).toBeGreaterThan(40)
  } finally {
    killed = true
    killServer()
  }

  await Promise.all(clients)
  await restart()

  expect(await countStored(acknowledged)).toBeLessThan(acknowledged.length)
  expect(await verifyLedger(db)).toEqual([])
}, 240_000)
