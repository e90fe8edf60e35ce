import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { deriveSoftwareKey, signBySoftware } from '#modules/approvals/adapters/software-key.ts'
import { computeKeyState } from '#modules/approvals/model.ts'
import { listApprovalKeys } from '#modules/approvals/queries.ts'
import { addTestApprovalKey, signAsTestAdmin } from '#modules/approvals/testing.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { appendLog } from '#modules/transparency/commands/append-log.ts'
import type { LogEntry } from '#modules/transparency/model.ts'
import { appendEntries, lockLog } from '#modules/transparency/steps/append-entries.ts'
import { signLog } from '#modules/transparency/steps/sign-log.ts'
import { getRelyingParty } from '#platform/auth/webauthn.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { scratchFolder } from '../support/launcher.ts'
import { type Line, readExportLines, rechain } from '../support/rows.ts'
import {
  appendLogLongAgo,
  approveForged,
  listRowProblems,
  type SignForged,
  skipSignatureCheck,
} from '../support/signed-approvals.ts'

// The server writes the export and the log. What check-rows trusts is the order of the log alone.

const { path: folder, remove } = scratchFolder()
const ids = { ruth: '', ines: '', olga: '' }
let testApp: TestApp
let approved = ''

beforeAll(async () => {
  // in live the database goes by its own clock
  testApp = await createTestApp({ at: new Date().toISOString() })
  const { app, database } = testApp
  ids.ruth = (await createTestAdmin(app, { role: 'owner' })).admin.id
  ids.ines = (await createTestAdmin(app, { role: 'finance' })).admin.id
  ids.olga = (await createTestAdmin(app, { role: 'finance' })).admin.id
  await database.owner.query('select approvals.set_live()')
  for (const admin of [ids.ruth, ids.ines]) await addTestApprovalKey(testApp, admin)
  await appendLogLongAgo(testApp)
  approved = await approve(ids.ruth, (id) => signAsTestAdmin(testApp, ids.ruth, id))
  await appendLog(app)
})
afterAll(async () => {
  remove()
  await testApp.close()
})

/** Approves capital as an admin, signed by what `sign` returns. */
const approve = (decider: string, sign: SignForged) =>
  approveForged(testApp, { proposer: ids.olga, decider, sign })

/** Adds a first key as the owner of the database can: of any time. */
async function forgeFirstKey(
  admin: string,
  name: string,
  { app, database }: Pick<TestApp, 'app' | 'database'> = testApp,
  at = '2026-01-01',
) {
  const place = { SECRET: name, PUBLIC_URL: app.config.PUBLIC_URL }
  const key = deriveSoftwareKey(place, admin)
  const id = createId('apk')
  await database.owner.query(
    `insert into approvals.key (id, admin_id, kind, credential_id, public_key, transports, rp_id,
       origin, first, registered_at)
     values ($1, $2, 'passkey', $3, $4, '{}', 'localhost', 'http://localhost:3000', true, $5)`,
    [id, admin, key.credentialId, key.publicKey, at],
  )

  return { id, sign: async (_id: string, text: string) => signBySoftware(place, key, text) }
}

/** Appends an entry as a server that was taken over can. */
const appendForged = (entry: LogEntry) =>
  runInTransaction(testApp.app.db, async (tx) => {
    await lockLog(tx)
    await appendEntries(tx, [entry])
    await signLog(tx, testApp.app)
  })

const readSource = async (kind: string, subject: string): Promise<LogEntry['body']> => {
  const { rows } = await sql<{ body: LogEntry['body'] }>`
    select body from log_source where kind = ${kind} and subject = ${subject}`.execute(
    testApp.app.db,
  )
  return rows[0]?.body ?? {}
}

const readState = async (id: string) => {
  const key = (await listApprovalKeys(testApp.app.db)).find((one) => one.id === id)
  return key && computeKeyState(key, new Date(), getRelyingParty(testApp.app.config))
}

const listProblems = (change?: (lines: Line[]) => void) => listRowProblems(testApp, folder, change)

test('A signature that differs from the one in the log is named.', async () => {
  expect(await listProblems()).toEqual([])
  const found = await listProblems((lines) => {
    const line = lines.find(({ what, subject }) => what === 'signature' && subject === approved)
    Object.assign(line ?? {}, { statement: '["another"]' })
  })
  expect(found).toContain(`the signature of approval ${approved} is another one in the log`)
})

/** A sandbox whose key signed in the minute in which it was added, before the log showed it. */
async function approveInSandbox() {
  const own = await createTestApp({ at: new Date().toISOString() })
  const proposer = (await createTestAdmin(own.app, { role: 'owner' })).admin.id
  const decider = (await createTestAdmin(own.app, { role: 'finance' })).admin.id
  await appendLog(own.app)
  const key = await forgeFirstKey(decider, 'new', own, own.app.clock.now().toISOString())
  const id = await approveForged(own, { proposer, decider, sign: key.sign })

  return { own, id, key: key.id }
}

test('A key that the log shows after it signed is right in a sandbox, and named in live.', async () => {
  const { own, id, key } = await approveInSandbox()
  try {
    expect(await listRowProblems(own, folder), 'a copy that is older than the key').toEqual([])
    own.app.clock.advance(60_000)
    await appendLog(own.app)
    expect(await listRowProblems(own, folder)).toEqual([])

    // the same order is wrong where money is real
    await own.database.owner.query('select approvals.set_live()')
    await appendLog(own.app)
    expect(await listRowProblems(own, folder)).toContain(
      `approval ${id} is signed by key ${key}, which the log did not show before`,
    )
  } finally {
    await own.close()
  }
})

test('A key of a sandbox that signed, and that the log lacks for long, is named.', async () => {
  const { own, key } = await approveInSandbox()
  try {
    const found = await listRowProblems(own, folder, (lines) => {
      const line = lines.find(({ what, id }) => what === 'approval_key' && id === key)
      Object.assign(line ?? {}, { registered_at: '1' })
    })
    expect(found).toContain(`key ${key} is not in the log`)
  } finally {
    await own.close()
  }
})

test('A first key that the log shows late signs nothing that counts, of no generation either.', async () => {
  const late = await forgeFirstKey(ids.ruth, 'a late device')
  await expect(approve(ids.ruth, late.sign), 'not in the log').rejects.toThrow('AP014')
  expect(await readState(late.id)).toBe('unpublished')
  await appendLog(testApp.app)
  await expect(approve(ids.ruth, late.sign)).rejects.toThrow('AP014')
  const id = await skipSignatureCheck(testApp, () => approve(ids.ruth, late.sign))
  expect(await listProblems()).toEqual([
    `key ${late.id} is in the log as a first key, after those of two admins`,
    `approval ${id} is signed by key ${late.id}, which the log did not show long before`,
  ])
})

test('A first key that the log shows after those of two other admins is named.', async () => {
  const third = await forgeFirstKey(ids.olga, 'a third admin')
  await appendLog(testApp.app)
  expect(await listProblems()).toContain(
    `key ${third.id} is in the log as a first key, after those of two admins`,
  )
})

test('A log that was copied after the export shows keys and ends that the file lacks.', async () => {
  const { app, database } = testApp
  await chainJournal(app)
  await appendLog(app)
  const lines = await readExportLines(database)
  const listOld = () =>
    listProblems((current) => {
      current.splice(0, current.length, ...structuredClone(lines))
    })
  const known = await listOld()

  const younger = await forgeFirstKey(ids.ruth, 'a younger device')
  const { rows } = await database.pool.query(
    'select id from approvals.keys where admin_id = $1 and ended_at is null order by sequence',
    [ids.ines],
  )
  await database.pool.query("select approvals.end_key($1, $2, 'Lost.', now())", [
    rows[0].id,
    ids.ruth,
  ])
  await appendLog(app)
  const late = `key ${younger.id} is in the log as a first key, after those of two admins`
  expect((await listOld()).sort()).toEqual([...known, late].sort())

  await approve(ids.ruth, (id) => signAsTestAdmin(testApp, ids.ruth, id))
  await chainJournal(app)
  await appendLog(app)
  await approve(ids.ruth, (id) => signAsTestAdmin(testApp, ids.ruth, id))
  await appendLog(app)
  const found = await listProblems((current) => {
    Object.assign(current.find(({ id }) => id === rows[0].id) ?? {}, { ended_at: null })
    current.splice(
      current.findIndex(({ id }) => id === younger.id),
      1,
    )
    Object.assign(current.find(({ what }) => what === 'end') ?? {}, {
      lines: String(current.length),
    })
  })
  expect(found).toContain(`key ${rows[0].id} ended in the log, and did not in the file`)
  expect(found).toContain(`key ${younger.id} is in the log, and the file lacks it`)
})

test('A key of the file that is of another site or type than in the log is named.', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from approvals.keys where admin_id = ${ids.ines} limit 1`.execute(testApp.app.db)
  const key = String(rows[0]?.id)
  for (const change of [{ origin: 'https://phish.localhost' }, { rp_id: 'x.localhost' }]) {
    const found = await listProblems((lines) => {
      Object.assign(
        lines.find(({ what, id }) => what === 'approval_key' && id === key) ?? {},
        change,
      )
    })
    expect(found).toContain(`key ${key} is another one in the log`)
  }
})

test('A file whose blocks are not those of the log is named, without an anchor.', async () => {
  const { app } = testApp
  await chainJournal(app)
  await appendLog(app)
  expect((await listProblems()).join()).not.toContain('block')
  const found = await listProblems((lines) => {
    const row = lines.find(({ what }) => what === 'row')
    Object.assign(row ?? {}, { reason: 'as if it had always been here' })
    rechain(lines)
  })
  expect(found.join()).toMatch(/block \d+ is another one in the log/)
  expect(found.join()).not.toContain('it was changed after it was chained')
})

test('Of the entries of a key only the first says what it is; a change is named.', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from approvals.keys where admin_id = ${ids.ines}`.execute(testApp.app.db)
  const id = String(rows[0]?.id)
  const body = await readSource('approval-key', id)
  const at = testApp.app.clock.now().toISOString()
  const entry = { kind: 'approval-key', subject: id, at } as const
  await appendForged({ ...entry, body: { ...body, ended: true, confirmedBy: 'prp_x' } })
  expect((await listProblems()).join()).not.toContain('changed in the log')
  await appendForged({ ...entry, body: { ...body, first: false, generation: 1 } })
  expect(await listProblems()).toContain(`key ${id} changed in the log`)
})

test('An entry that claims an earlier time than those before it is named, and counts as later.', async () => {
  const key = await forgeFirstKey(ids.ruth, 'a backdated device')
  await appendForged({
    kind: 'approval-key',
    subject: key.id,
    at: '2026-01-02T00:00:00.000Z',
    body: await readSource('approval-key', key.id),
  })
  const id = await skipSignatureCheck(testApp, () => approve(ids.ruth, key.sign))
  const found = await listProblems()
  expect(found.join()).toMatch(/entry \d+ of the log is older than one before it/)
  expect(found).toContain(
    `approval ${id} is signed by key ${key.id}, which the log did not show long before`,
  )
})

test('An end and an approval that were dated otherwise than in the log are named.', async () => {
  const { app, database } = testApp
  const { rows } = await database.pool.query(
    'select id from approvals.keys where admin_id = $1 and ended_at is not null',
    [ids.ines],
  )
  const key = rows[0].id as string
  const id = await skipSignatureCheck(testApp, () =>
    approve(ids.ines, (proposal) => signAsTestAdmin(testApp, ids.ines, proposal)),
  )
  const list = (endedAt: number, decidedAt: number) =>
    listProblems((lines) => {
      const fields = { ended_at: `${endedAt}000`, decided_at: `${decidedAt}000` }
      for (const line of lines) {
        if (line.id === key) line.ended_at = fields.ended_at
        if (line.id === id) line.decided_at = fields.decided_at
      }
    })
  const now = app.clock.now().getTime()

  const later = await list(now + 2 * HOUR_MS, now + HOUR_MS)
  expect(later).toContain(`key ${key} ended earlier in the log`)
  expect(later).toContain(`approval ${id} is signed by key ${key}, whose end the log showed before`)

  app.clock.advance(2 * DAY_MS)
  await appendLog(app)
  const earlier = await list(now, now - HOUR_MS)
  expect(earlier).toContain(`approval ${id} is in the log long after the end of its key ${key}`)
  expect(earlier.join()).not.toContain('whose end the log showed before')
})

test('An approval that the log lacks is named once the log is a day newer.', async () => {
  const id = await approve(ids.ruth, (proposal) => signAsTestAdmin(testApp, ids.ruth, proposal))
  expect(await listProblems()).toContain(`approval ${id} is not in the log`)
  await appendLog(testApp.app)
  expect(await listProblems()).not.toContain(`approval ${id} is not in the log`)
})
