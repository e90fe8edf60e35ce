import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { deriveSoftwareKey, signBySoftware } from '#modules/approvals/adapters/software-key.ts'
import {
  findStatement,
  listKeyGenerations,
  listUnsignedApprovals,
} from '#modules/approvals/queries.ts'
import { signApproval } from '#modules/approvals/steps/sign-approval.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { resetApprovalKeys } from '#modules/identity/commands/reset-approval-keys.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { appendLog } from '#modules/transparency/commands/append-log.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { PROJECT, runScript, scratchFolder } from '../support/launcher.ts'
import { formatLines, type Line, readExportLines } from '../support/rows.ts'
import {
  appendLogLongAgo,
  approveForged,
  listRowProblems,
  proposeCapital,
  type SignForged,
  skipSignatureCheck,
  storeForged,
  writeLogMirror,
} from '../support/signed-approvals.ts'

const REASON = 'The devices of both admins were lost.'
const { path: folder, remove } = scratchFolder()
const ids = { ruth: '', ines: '', mallory: '' }
let testApp: TestApp
/** The approval that a backdated key signed. */
let backdated = ''

beforeAll(async () => {
  // in live the database goes by its own clock
  testApp = await createTestApp({ at: new Date().toISOString() })
  const { app, database } = testApp
  ids.ruth = (await createTestAdmin(app, { role: 'owner' })).admin.id
  ids.ines = (await createTestAdmin(app, { role: 'finance' })).admin.id
  ids.mallory = (await createTestAdmin(app, { role: 'finance' })).admin.id
  await database.owner.query('select approvals.set_live()')
  for (const admin of [ids.ruth, ids.ines]) {
    const proposal = await runInTransaction(app.db, (tx) => proposeCapital(tx, ids.mallory, admin))
    await signAsTestAdmin(testApp, admin, proposal.id)
  }
  await appendLogLongAgo(testApp)
  await approve(ids.ruth, (id) => signAsTestAdmin(testApp, ids.ruth, id))
  await confirmInAdvance()
})
afterAll(async () => {
  remove()
  await testApp.close()
})

/** Approves capital as an admin, signed by what `sign` returns. */
const approve = (decider: string, sign: SignForged) =>
  approveForged(testApp, { proposer: ids.ines, decider, sign })

/** A device with a new key of an admin. */
function openDevice(admin: string, name = 'a new device') {
  const place = { SECRET: name, PUBLIC_URL: testApp.app.config.PUBLIC_URL }
  const key = deriveSoftwareKey(place, admin)
  return {
    key,
    sign: async (_id: string, statement: string) => signBySoftware(place, key, statement),
  }
}

async function addKey(admin: string, id = createId('apk'), name?: string): Promise<string> {
  const { key } = openDevice(admin, name)
  await sql`select approvals.register_key(${id}, ${admin}, ${key.credentialId}, ${key.publicKey},
    '{}', 'localhost', 'http://localhost:3000', now())`.execute(testApp.app.db)
  return id
}

const inAdvance = { id: createId('apk'), proposal: createId('prp') }

/** Lets Ruth confirm a key of Mallory that isn't stored yet, as a server can propose it. */
async function confirmInAdvance() {
  const { id: subject, proposal } = inAdvance
  const { credentialId, publicKey } = openDevice(ids.mallory, 'later').key
  const keySha256 = createHash('sha256').update(publicKey).digest('hex')
  const content = JSON.stringify({ adminId: ids.mallory, credentialId, keySha256 })
  await sql`select approvals.propose(${proposal}, 'approval-key.add', ${subject}, ${content}, null,
    ${ids.mallory}, 'Mallory', now(), now() + interval '1 hour')`.execute(testApp.app.db)
  const answer = await signAsTestAdmin(testApp, ids.ruth, proposal)
  await runInTransaction(testApp.app.db, async (tx) => {
    await sql`select approvals.decide(${proposal}, true, sha256(convert_to(${content}, 'UTF8')),
      ${ids.ruth}, 'Ruth', now(), null)`.execute(tx)
    const statement = (await findStatement(tx, proposal, ids.ruth)) ?? ''
    await storeForged(tx, { id: proposal, list: [], statement }, answer)
  })
}

/** Changes what never changes, as the owner of the database can. */
async function tamper(...statements: string[]) {
  const client = await testApp.database.owner.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    await client.query('set session_replication_role = origin')
  } finally {
    client.release()
  }
}

const listProblems = (change?: (lines: Line[]) => void) => listRowProblems(testApp, folder, change)

test('The server’s login can’t start a generation of keys.', async () => {
  const { pool } = testApp.database
  await expect(
    pool.query("select approvals.start_key_generation('Because.', now())"),
  ).rejects.toThrow('permission denied')
  await expect(
    pool.query("insert into approvals.key_generation values (1, now(), 'x', 'Because.')"),
  ).rejects.toThrow('permission denied')
  await expect(pool.query('delete from approvals.key_generation')).rejects.toThrow(
    'permission denied',
  )
})

test('A new generation ends all keys, is in the log, and its first keys wait seven days.', async () => {
  const { app } = testApp
  expect(await resetApprovalKeys(app, { reason: REASON })).toMatchObject({ generation: 1 })
  await expect(
    approve(ids.ruth, (id) => signAsTestAdmin(testApp, ids.ruth, id)),
    'an earlier key',
  ).rejects.toThrow('AP009')

  const added = [await addKey(ids.ruth), await addKey(ids.ines), await addKey(ids.mallory)]
  const { rows } = await testApp.database.pool.query(
    `select first, generation, usable_from = registered_at + interval '7 days' as waits,
       approvals.may_sign(id, registered_at + interval '7 days' - interval '1 second') as early,
       approvals.may_sign(id, registered_at + interval '7 days') as late
     from approvals.keys where id = any($1) order by sequence`,
    [added],
  )
  const first = { first: true, generation: 1, waits: true, early: false, late: true }
  expect(rows).toEqual([
    first,
    first,
    { first: false, generation: 1, waits: null, early: false, late: false },
  ])
  await expect(approve(ids.ruth, openDevice(ids.ruth).sign), 'before its wait').rejects.toThrow(
    'AP009',
  )

  await appendLog(app)
  await chainJournal(app)
  await appendLog(app)
  expect(await listProblems()).toEqual([])
  expect(await listUnsignedApprovals(app.db), 'what earlier keys signed').toEqual([])
  expect(await listKeyGenerations(app.db)).toMatchObject([{ generation: 1, reason: REASON }])
})

test('A confirmation from before a generation adds no key to it.', async () => {
  const { id, proposal } = inAdvance
  await addKey(ids.mallory, id, 'later')
  const { sign } = openDevice(ids.mallory, 'later')
  await expect(approve(ids.mallory, sign)).rejects.toThrow('AP009')

  const forged = await skipSignatureCheck(testApp, () => approve(ids.mallory, sign))
  expect(await listUnsignedApprovals(testApp.app.db)).toEqual([forged])
  const confirm = (fields: Line) =>
    listProblems((lines) => {
      const line = lines.find((one) => one.what === 'approval_key' && one.id === id)
      Object.assign(line ?? {}, { confirmed_by: proposal, ...fields })
    })
  const reported = `approval ${forged} by ${ids.mallory} is signed by key ${id}, which did not count then`
  expect(await confirm({}), 'of another generation').toContain(reported)
  expect(await confirm({ generation: null }), 'and before the key').toContain(reported)
})

test('A generation that the log doesn’t have, or has otherwise, is named.', async () => {
  const dropLine = (lines: Line[]) => {
    lines.splice(
      lines.findIndex(({ what }) => what === 'key_generation'),
      1,
    )
    Object.assign(lines.find(({ what }) => what === 'end') ?? {}, { lines: String(lines.length) })
  }
  const missing = (await listProblems(dropLine)).join()
  expect(missing).toContain('is of generation 1, which was not started')
  expect(missing).toContain('generation 1 of the keys is in the log, and the file lacks it')

  const change = (fields: Line) =>
    listProblems((lines) => {
      Object.assign(lines.find(({ what }) => what === 'key_generation') ?? {}, fields)
    })
  expect((await change({ reason: 'Another reason.' })).join()).toContain('another one in the log')
  const forged = (await change({ generation: '2', started_at: '1' })).join()
  expect(forged).toContain('generation 2 of the keys is out of order')
  expect(forged).toContain('generation 2 of the keys is not in the log')
  expect((await change({ started_at: '9000000000000000' })).join()).toContain(
    'is older than its generation 1',
  )
})

test('A key of a generation that was backdated to sign at once is named.', async () => {
  await tamper(
    "update approvals.key_generation set started_at = started_at - interval '8 days'",
    `update approvals.key set registered_at = registered_at - interval '8 days'
      where generation = 1`,
  )
  const { sign } = openDevice(ids.ruth)
  await expect(approve(ids.ruth, sign), 'not for long in the log').rejects.toThrow('AP014')
  backdated = await skipSignatureCheck(testApp, () => approve(ids.ruth, sign))
  const found = (await listProblems()).join()
  expect(found).toContain('generation 1 of the keys is another one in the log')
  expect(found).toMatch(
    new RegExp(
      `approval ${backdated} is signed by key apk_\\w+, which the log did not show long before`,
    ),
  )
})

test('A key of a generation that wasn’t started is named by verify.', async () => {
  const list = () => listUnsignedApprovals(testApp.app.db)
  expect(await list()).not.toContain(backdated)
  await tamper('update approvals.key set generation = 7 where generation = 1')
  expect(await list()).toContain(backdated)
})

test('The command ends all keys once it is confirmed; verify and check-rows say so, and the sandbox signs again.', async () => {
  const own = await createTestApp({ at: new Date().toISOString() })
  const { path, remove: removeFolder } = scratchFolder()
  onTestFinished(async () => {
    removeFolder()
    await own.close()
  })
  const environment = { DATABASE_URL: own.database.ownerUrl, DATA_DIR: join(path, 'data') }
  const { id } = (await createTestAdmin(own.app, { role: 'owner' })).admin
  const sign = () => runInTransaction(own.app.db, (tx) => approveBySoftware(own, tx, id))
  await sign()

  const reset = (typed: string, args = ['--reason', REASON]) =>
    runScript('reset-admin-keys', args, environment, typed)
  expect(await reset('end all keys', [])).toMatchObject({ code: 1 })
  expect((await reset('yes')).output).toContain('Nothing was changed.')
  expect(await listKeyGenerations(own.app.db)).toEqual([])
  expect(await reset('end all keys')).toMatchObject({
    code: 0,
    output: expect.stringContaining('This is key generation 1. Notified by email: 1.'),
  })

  own.app.clock.advance(MINUTE_MS)
  await sign()
  const { rows } = await own.database.pool.query(
    'select kind, generation, ended_at is null as open from approvals.keys order by sequence',
  )
  expect(rows).toEqual([
    { kind: 'software', generation: null, open: false },
    { kind: 'software', generation: 1, open: true },
  ])

  await chainJournal(own.app)
  const begun = `who began generation 1: ${REASON}`
  expect((await runScript('verify', [], environment)).output).toContain(begun)
  await appendLog(own.app)
  await writeLogMirror(own.app.db, path)
  const file = join(path, 'ledger.rows')
  writeFileSync(file, formatLines(await readExportLines(own.database)))
  const checker = join(PROJECT, 'scripts/check-rows.mjs')
  const checked = spawnSync(process.execPath, [checker, file, '--log', path], { encoding: 'utf8' })
  expect(checked.stdout).toContain(begun)
  expect(checked.stdout).toContain('2 of them are by keys of software')
  expect(checked, 'without an anchor').toMatchObject({ status: 2 })
})

/** Approves capital with the key of software that the sandbox has for an admin. */
async function approveBySoftware({ app }: TestApp, tx: Tx, admin: string) {
  const forged = await proposeCapital(tx, ids.ines, admin)
  await sql`select approvals.decide(${forged.id}, true, sha256('{}'), ${admin}, 'An admin',
    ${app.clock.now()}, null)`.execute(tx)
  const { id: subject, statement } = forged
  await signApproval(tx, app, admin, { subject, statement, signature: undefined })
  await post(tx, forged.list)
}
