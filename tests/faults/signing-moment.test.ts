import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { deriveSoftwareKey, signBySoftware } from '#modules/approvals/adapters/software-key.ts'
import { findStatement, listUnsignedApprovals } from '#modules/approvals/queries.ts'
import { addTestApprovalKey, signAsTestAdmin } from '#modules/approvals/testing.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { appendLog } from '#modules/transparency/commands/append-log.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { scratchFolder } from '../support/launcher.ts'
import {
  appendLogLongAgo,
  decideForged,
  type Forged,
  listRowProblems,
  proposeCapital,
  storeForged,
} from '../support/signed-approvals.ts'

// A key counts if it did at the time of the decision. SQL, verify and check-rows agree on that.

const { path: folder, remove } = scratchFolder()
const ids = { ruth: '', ines: '', olga: '' }
let testApp: TestApp

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
})
afterAll(async () => {
  remove()
  await testApp.close()
})

/** Waits until a session waits for another's lock. */
const waitForLock = ({ database }: Pick<TestApp, 'database'>) =>
  expect
    .poll(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and
        wait_event_type = 'Lock'`
      return (await database.owner.query(waiting)).rowCount
    })
    .toBe(1)

/** Starts a transaction that the test ends. */
async function begin(db: Db) {
  const tx = await db.startTransaction().execute()
  onTestFinished(
    async () =>
      void (await tx
        .rollback()
        .execute()
        .catch(() => undefined)),
  )
  return tx as unknown as Tx & Pick<typeof tx, 'commit'>
}

const findKey = async (admin: string) => {
  const { rows } = await testApp.database.pool.query(
    'select id from approvals.keys where admin_id = $1 and ended_at is null order by sequence desc',
    [admin],
  )
  return rows[0].id as string
}

const propose = (admin: string) =>
  runInTransaction(testApp.app.db, (tx) => proposeCapital(tx, ids.olga, admin))

const end = (reader: Tx, key: string, at = 'now()') =>
  sql`select approvals.end_key(${key}, ${ids.ruth}, 'It was lost.', ${sql.raw(at)})`.execute(reader)

async function sign(tx: Tx, forged: Forged, admin: string) {
  await storeForged(tx, forged, await signAsTestAdmin(testApp, admin, forged.id))
}

async function expectAgreement() {
  await appendLog(testApp.app)
  expect(await listRowProblems(testApp, folder)).toEqual([])
  expect(await listUnsignedApprovals(testApp.app.db)).toEqual([])
}

test('A key that ends between the decision and its signature signs it no more.', async () => {
  const { app } = testApp
  const forged = await propose(ids.ruth)
  const tx = await begin(app.db)
  await decideForged(tx, forged, ids.ruth)
  const key = await findKey(ids.ruth)
  await runInTransaction(app.db, (other) => end(other, key))
  await expect(sign(tx, forged, ids.ruth)).rejects.toThrow('AP009')
  await expectAgreement()
})

test('Of a key that is ending the signature waits, and is refused.', async () => {
  const { app } = testApp
  const forged = await propose(ids.ines)
  const [ending, tx] = [await begin(app.db), await begin(app.db)]
  await end(ending, await findKey(ids.ines))
  await decideForged(tx, forged, ids.ines)
  const signing = sign(tx, forged, ids.ines).then(
    () => 'signed',
    (error) => String(error),
  )
  await waitForLock(testApp)
  await ending.commit().execute()
  expect(await signing).toContain('AP009')
  await expectAgreement()
})

test('A key that ends while an approval commits ends after it, whatever time is claimed.', async () => {
  const own = await createTestApp()
  onTestFinished(() => own.close())
  const { admin } = await createTestAdmin(own.app, { role: 'owner' })
  const { key, place } = await addTestApprovalKey(own, admin.id)
  const forged = await runInTransaction(own.app.db, (tx) => proposeCapital(tx, ids.ines, admin.id))
  const tx = await begin(own.app.db)
  await decideForged(tx, forged, admin.id)
  await storeForged(tx, forged, signBySoftware(place, key, forged.statement))
  await post(tx, forged.list)
  const { rows } = await own.database.pool.query('select id from approvals.keys')
  const ending = runInTransaction(own.app.db, (other) =>
    end(other, rows[0].id, "now() - interval '1 hour'"),
  )
  await waitForLock(own)
  await tx.commit().execute()
  await ending

  const ends = await own.database.pool.query(
    `select k.ended_at > p.decided_at as after from approvals.keys k
       join approvals.signatures s on s.key = k.id join approvals.proposals p on p.id = s.subject`,
  )
  expect(ends.rows).toEqual([{ after: true }])
  expect(await listUnsignedApprovals(own.app.db)).toEqual([])
})

test('A key that is confirmed after a decision doesn’t sign it.', async () => {
  const own = await createTestApp()
  onTestFinished(() => own.close())
  const { db } = own.app
  const [ruth, olga] = [
    (await createTestAdmin(own.app, { role: 'owner' })).admin.id,
    (await createTestAdmin(own.app, { role: 'finance' })).admin.id,
  ]
  await addTestApprovalKey(own, ruth)
  await addTestApprovalKey(own, ids.ines)

  const place = { SECRET: 'a new device', PUBLIC_URL: own.app.config.PUBLIC_URL }
  const device = deriveSoftwareKey(place, olga)
  const [id, proposal] = [createId('apk'), createId('prp')]
  const keySha256 = createHash('sha256').update(device.publicKey).digest('hex')
  const content = JSON.stringify({ adminId: olga, credentialId: device.credentialId, keySha256 })
  await sql`select approvals.register_key(${id}, ${olga}, ${device.credentialId},
    ${device.publicKey}, '{}', 'localhost', 'http://localhost:3000', now())`.execute(db)
  await sql`select approvals.propose(${proposal}, 'approval-key.add', ${id}, ${content}, null,
    ${olga}, 'Olga', now(), now() + interval '1 hour')`.execute(db)

  const forged = await runInTransaction(db, (tx) => proposeCapital(tx, ruth, olga))
  const tx = await begin(db)
  await decideForged(tx, forged, olga)
  await runInTransaction(db, async (other) => {
    await sql`select approvals.decide(${proposal}, true, sha256(convert_to(${content}, 'UTF8')),
      ${ruth}, 'Ruth', now(), null)`.execute(other)
    const statement = (await findStatement(other, proposal, ruth)) ?? ''
    const answer = await signAsTestAdmin(own, ruth, proposal)
    await storeForged(other, { id: proposal, list: [], statement }, answer)
  })
  const answer = signBySoftware(place, device, forged.statement)
  await expect(storeForged(tx, forged, answer)).rejects.toThrow('AP009')

  const next = await runInTransaction(db, (other) => proposeCapital(other, ruth, olga))
  await runInTransaction(db, async (other) => {
    await decideForged(other, next, olga)
    await storeForged(other, next, signBySoftware(place, device, next.statement))
    await post(other, next.list)
  })
  expect(await listUnsignedApprovals(db)).toEqual([])
})
