import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainAuditEvents } from '#modules/audit/commands/chain-audit-events.ts'
import { findChainHead } from '#modules/audit/queries.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { buildDepositTransfers, createReceipt } from '#modules/ledger/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { jobs } from '../jobs.ts'
import { formatAnchor, type LedgerAnchor, parseAnchor } from '../model.ts'
import { listAnchorProblems, listAnchors } from '../queries.ts'
import { writeAnchor } from './write-anchor.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ at: '2026-11-20T00:05:00Z' })
  for (const role of ['owner', 'viewer'] as const) await createTestAdmin(testApp.app, { role })
})
afterAll(() => testApp.close())

const deposit = async () => {
  const { member } = await createTestMember(testApp.app)
  await runInTransaction(testApp.app.db, async (tx) => {
    await openMemberAccounts(tx, member.id)
    await post(
      tx,
      buildDepositTransfers(
        member.id,
        member.id,
        'BTC',
        9n,
        500n,
        await createReceipt(tx, 'BTC', 9n),
      ),
    )
  })
  await chainJournal(testApp.app)
}
const getAuditHead = async () => {
  const { place, hash } = await findChainHead(testApp.app.db)
  return { place, hash }
}
const readAnchorFile = async (day: string) =>
  parseAnchor(new TextDecoder().decode(await testApp.app.anchors.read(day)))

test('No anchor is written before a row is chained.', async () => {
  expect(await writeAnchor(testApp.app)).toBeNull()
  expect(await listAnchors(testApp.app.db)).toEqual([])
})

test('An anchor is published once a day as a file and by mail to all staff.', async () => {
  await deposit()
  await chainAuditEvents(testApp.app)

  const anchor = (await writeAnchor(testApp.app)) as LedgerAnchor
  expect(anchor).toMatchObject({ day: '2026-11-20', block: 1n, seq: 2n, owed: 500n })
  expect(await readAnchorFile('2026_11_20')).toEqual(anchor)

  await deposit()
  expect(await writeAnchor(testApp.app)).toEqual(anchor)

  const { cron } = jobs.find(({ name }) => name === 'ledger-anchor') ?? {}
  expect(cron, 'repeated hourly for a night without a worker').toBe('5 * * * *')

  const mails = await listMail(testApp.app.db, { template: 'ledger-anchor' })
  expect(mails).toHaveLength(2)
  expect(anchor.auditHead).toEqual(await getAuditHead())
  expect(mails[0]?.data).toMatchObject({
    hash: anchor.hash,
    seq: 2n,
    auditHead: anchor.auditHead,
  })

  testApp.app.clock.advance(86_400_000)
  expect(await writeAnchor(testApp.app)).toMatchObject({
    day: '2026-11-21',
    block: 2n,
    owed: 1000n,
  })
})

test('A published anchor stays valid when the database has lost its row.', async () => {
  const [today] = await listAnchors(testApp.app.db)
  await testApp.database.owner.query(
    'begin; set local session_replication_role = replica; delete from anchor where ' +
      "day = '2026-11-21'; commit",
  )
  await deposit()

  expect(await writeAnchor(testApp.app)).toEqual(today)
})

test('A shortened or rewritten chain and another amount owed differ from the anchor.', async () => {
  const anchors = await listAnchors(testApp.app.db)
  const checkChangedAnchors = (change: Partial<LedgerAnchor>) =>
    listAnchorProblems(
      testApp.app.db,
      anchors.map((anchor) => ({ ...anchor, ...change })),
    )

  expect(await checkChangedAnchors({})).toEqual([])
  expect((await checkChangedAnchors({ hash: '0'.repeat(64) }))[0]).toMatchObject({
    invariant: 5,
    subject: 'anchor of 2026-11-21',
  })
  expect((await checkChangedAnchors({ block: 99n }))[0]?.problem).toContain(
    'the chain ends with block 3',
  )
  expect((await checkChangedAnchors({ owed: 1n }))[0]).toMatchObject({ invariant: 7 })
})

test.each([
  ['another hash', { hash: '0'.repeat(64) }],
  ['a block that the ledger does not have', { block: 99n }],
  ['another head of the audit log', { auditHead: { place: 1n, hash: '0'.repeat(64) } }],
])('A file of the day with %s is refused, and no anchor is stored.', async (_, change) => {
  const { app } = testApp
  const [published] = await listAnchors(app.db)
  app.clock.advance(86_400_000)

  const day = app.clock.today()
  const file = formatAnchor({ ...(published as LedgerAnchor), day, ...change })
  await app.anchors.write(day.replaceAll('-', '_'), new TextEncoder().encode(file))

  await expect(writeAnchor(app)).rejects.toThrow(`The anchor of ${day} names block`)
  expect(await listAnchors(app.db, { day })).toEqual([])
})

test('Deleted audit events differ from the anchor.', async () => {
  const [anchor] = await listAnchors(testApp.app.db)
  expect(anchor?.auditHead).not.toBeNull()

  await testApp.database.owner.query(
    `begin; set local session_replication_role = replica; delete from audit_link where place =
      ${anchor?.auditHead?.place};
     delete from audit_event where sequence = (select max(sequence) from audit_event); commit`,
  )

  expect(await listAnchorProblems(testApp.app.db, anchor ? [anchor] : [])).toMatchObject([
    { invariant: 13, problem: expect.stringContaining('the audit log ends with place') },
  ])
})

test('An anchor file is parsed unchanged; an invalid file is rejected.', () => {
  const anchor = {
    day: '2026-11-20',
    block: 5n,
    seq: 7n,
    hash: 'a'.repeat(64),
    owed: 9n,
    publishedAt: new Date(0),
    auditHead: { place: 3n, hash: 'b'.repeat(64) },
  }

  for (const one of [anchor, { ...anchor, auditHead: null }])
    expect(parseAnchor(formatAnchor(one))).toEqual(one)

  for (const text of [
    '',
    formatAnchor(anchor).replace('bbbb', 'zzzz'),
    'null',
    '{}',
    formatAnchor(anchor).replace('aaaa', 'zzzz'),
  ])
    expect(parseAnchor(text)).toBeNull()
})
