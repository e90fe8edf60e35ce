import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import {
  createCompletedDeposit,
  createPendingDeposit,
  payOnChain,
} from '#modules/deposits/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { makeVerified } from '#modules/verification/testing.ts'
import { createPayoutBatch } from '#modules/withdrawals/commands/create-payout-batch.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import {
  approveReviewed,
  fundMember,
  OTHER_ADDRESS,
  TEST_ADDRESS,
  TEST_BITCOIN,
} from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { moveToOwnAddress } from '../../../../tests/support/own-address.ts'
import { describeFinding } from '../model.ts'
import { listMonitoringCases } from '../queries.ts'
import { createTestMonitoringCase, setMonitoringRules } from '../testing.ts'
import { openMonitoringCases } from './open-monitoring-cases.ts'
import { queueTransactions } from './queue-transactions.ts'

let testApp: TestApp
let ines: Admin
let planId: string
beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  planId = (await createPublishedPlan(testApp.app)).id
})
beforeEach(() => setMonitoringRules(testApp.app, {}))
afterAll(() => testApp.close())

const DAY_MS = 86_400_000

/** Requests a withdrawal a second after what was before. */
async function withdraw(member: Member, amount: string, address = TEST_ADDRESS) {
  testApp.app.clock.advance(1_000)
  return await requestWithdrawal(testApp.app, member, {
    amount,
    method: address === TEST_BITCOIN ? 'BITCOIN' : 'USDT',
    address,
  })
}

/** Opens the cases that are due and returns the rules that found a transaction of a member. */
async function findRules(memberId: string): Promise<string[]> {
  await openMonitoringCases(testApp.app)
  return (await listMonitoringCases(testApp.app.db, { memberId })).map(({ rule }) => rule).sort()
}

async function createFunded(cash = 100_000n): Promise<Member> {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash })
  return member
}

test('A sum of withdrawals is found from its limit on and within its days only', async () => {
  await setMonitoringRules(testApp.app, { sumFrom: '20000', sumDays: 3 })
  const member = await createFunded()
  await withdraw(member, '100')
  await withdraw(member, '99.99')
  expect(await findRules(member.id)).toEqual([])

  testApp.app.clock.advance(3 * DAY_MS)
  await withdraw(member, '100')
  expect(await findRules(member.id)).toEqual([])
  testApp.app.clock.advance(2 * DAY_MS)
  await withdraw(member, '100')
  expect(await findRules(member.id)).toEqual(['large_sum'])

  const [found] = await listMonitoringCases(testApp.app.db, { memberId: member.id })
  expect(found && describeFinding(found)).toBe(
    '$200.00 of withdrawals in 3 days; the limit is $200.00.',
  )
})

test('A rejected withdrawal counts in no sum', async () => {
  const { app } = testApp
  await setMonitoringRules(app, { sumFrom: '20000' })
  const member = await createFunded()
  const { id } = await withdraw(member, '150')
  await rejectWithdrawal(app, ines, { withdrawalId: id, reason: 'The address is an exchange’s.' })
  await withdraw(member, '150')

  expect(await findRules(member.id)).toEqual([])
})

test('A deposit over the sum waits for its case to be cleared, in the database too', async () => {
  const { app, database } = testApp
  await setMonitoringRules(app, { sumFrom: '100000' })
  const { member } = await createTestMember(app)
  const { id } = await createPendingDeposit(app, member, { planId, amount: '1000' })

  const confirm = () => confirmDeposit(app, ines, { depositId: id })
  await expect(confirm(), 'before a case is opened').rejects.toMatchObject({
    code: 'monitoring_hold',
    status: 409,
  })
  expect(await findRules(member.id)).toEqual(['large_sum'])
  await setMonitoringRules(app, {})
  await expect(confirm(), 'although the rule is off now').rejects.toMatchObject({
    code: 'monitoring_hold',
  })
  await expect(
    database.pool.query("update deposit set status = 'completed' where id = $1", [id]),
  ).rejects.toThrow('held by monitoring')
})

test('Many transactions in 24 hours are found', async () => {
  await setMonitoringRules(testApp.app, { countFrom: 3 })
  const member = await createFunded()
  await withdraw(member, '20')
  testApp.app.clock.advance(DAY_MS)
  await withdraw(member, '20')
  await withdraw(member, '20')
  expect(await findRules(member.id)).toEqual([])
  await withdraw(member, '20')
  expect(await findRules(member.id)).toEqual(['frequency'])
})

test('What is withdrawn soon after it was deposited is found by its share', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await createCompletedDeposit(app, member, ines, { planId, amount: '1000' })
  await setMonitoringRules(app, { inOutPercent: 80, inOutDays: 7 })
  await withdraw(member, '799')
  expect(await findRules(member.id)).toEqual([])
  await withdraw(member, '20')
  expect(await findRules(member.id)).toEqual(['in_and_out'])

  const { member: patient } = await createTestMember(app)
  await createCompletedDeposit(app, patient, ines, { planId, amount: '1000' })
  testApp.app.clock.advance(8 * DAY_MS)
  await withdraw(patient, '1000')
  expect(await findRules(patient.id)).toEqual([])
})

test('An address that several members saved is found, in any spelling', async () => {
  const { app } = testApp
  await setMonitoringRules(app, { sharedAddressFrom: 2 })
  const first = await createFunded()
  const second = await createFunded()
  await withdraw(first, '20', OTHER_ADDRESS)
  expect(await findRules(first.id)).toEqual([])
  await withdraw(second, '20', OTHER_ADDRESS.toLowerCase())
  expect(await findRules(second.id)).toEqual(['shared_address'])
})

test('A withdrawal in another name than the verified one is found', async () => {
  const { app, database } = testApp
  await setMonitoringRules(app, { nameMismatch: 'on' })
  const member = await createFunded()
  await withdraw(member, '20')
  expect(await findRules(member.id), 'before any verification').toEqual([])

  await makeVerified(app, member.id, 'basic')
  expect(await findRules(member.id)).toEqual([])
  await database.owner.query("update member set last_name = 'Other' where id = $1", [member.id])
  expect(await findRules(member.id)).toEqual(['name_mismatch'])
})

test('A shared address is found again only when further members saved it', async () => {
  const { app, database } = testApp
  await setMonitoringRules(app, { sharedAddressFrom: 2 })
  const [first, second, third] = [await createFunded(), await createFunded(), await createFunded()]
  await withdraw(first, '20', TEST_BITCOIN)
  await withdraw(second, '20', TEST_BITCOIN)
  expect(await findRules(second.id)).toEqual(['shared_address'])

  await database.owner.query('alter table monitoring_case disable trigger all')
  await database.owner.query(
    `update monitoring_case set status = 'cleared', decided_at = now(), decided_by = 'adm_x',
      reason = 'Spouses.', approval_id = 'prp_x' where member_id = $1`,
    [second.id],
  )
  await database.owner.query('alter table monitoring_case enable trigger all')
  await withdraw(second, '20', TEST_BITCOIN)
  expect(await findRules(second.id)).toHaveLength(1)

  await withdraw(third, '20', TEST_BITCOIN)
  await withdraw(second, '20', TEST_BITCOIN)
  expect((await findRules(second.id)).length).toBeGreaterThan(1)
})

test('A deposit counts with what its chain shows, where that is more than its quote', async () => {
  const { app } = testApp
  await setMonitoringRules(app, { sumFrom: '500000' })
  const { member } = await createTestMember(app)
  const quoted = await quoteDeposit(app, member, { planId, amount: '1000', method: 'BITCOIN' })
  const deposit = await moveToOwnAddress(testApp.database, quoted)
  await payOnChain(app, deposit, { units: deposit.coinAmount * 6n })
  expect(await findRules(member.id)).toEqual(['large_sum'])
})

test('A withdrawal that is found after its approval is not marked as paid by hand', async () => {
  const { app, database } = testApp
  const member = await createFunded()
  const { id } = await withdraw(member, '100')
  await approveReviewed(app, ines, id)
  await setMonitoringRules(app, { sumFrom: '10000' })

  await expect(
    markPaid(app, ines, { withdrawalId: id, txid: 'ab'.repeat(32) }),
  ).rejects.toMatchObject({ code: 'monitoring_hold' })
  await expect(
    database.pool.query("update withdrawal set status = 'completed' where id = $1", [id]),
  ).rejects.toThrow('held by monitoring')
})

test('One case is opened for each transaction and rule, and recorded', async () => {
  const { app } = testApp
  const { member, found, withdrawalId } = await createTestMonitoringCase(app)
  await openMonitoringCases(app)

  expect(await listMonitoringCases(app.db, { memberId: member.id })).toHaveLength(1)
  expect(found).toMatchObject({ rule: 'large_sum', subjectId: withdrawalId, status: 'open' })
  const action = 'monitoring.case-opened'
  const [event] = await listAuditEvents(app.db, { action, subjectId: found.id })
  expect(event).toMatchObject({
    subjectId: found.id,
    details: { rule: 'large_sum', memberId: member.id, transaction: withdrawalId },
  })
})

test('A withdrawal that is found after its approval is in no payout batch', async () => {
  const { app } = testApp
  const member = await createFunded()
  const { id } = await withdraw(member, '100')
  await approveReviewed(app, ines, id)
  await setMonitoringRules(app, { sumFrom: '10000' })

  await expect(
    createPayoutBatch(app, ines, { method: 'USDT', withdrawalIds: [id] }),
  ).rejects.toMatchObject({ code: 'not_exportable' })
  expect(await findRules(member.id)).toEqual(['large_sum'])
})

/** Counts the changes that wait for an evaluation. */
async function countQueued(): Promise<number> {
  const { rows } = await testApp.database.owner.query(
    'select count(*)::int as changes from monitoring_change',
  )
  return rows[0].changes
}

test('Only members with a change are evaluated; the hourly job queues all who have an open transaction', async () => {
  const { app, database } = testApp
  const member = await createFunded()
  const { id } = await withdraw(member, '100')
  await openMonitoringCases(app)
  expect(await countQueued()).toBe(0)

  await database.owner.query('alter table setting disable trigger queue_monitoring')
  await setMonitoringRules(app, { sumFrom: '10000' })
  await database.owner.query('alter table setting enable trigger queue_monitoring')
  expect(await findRules(member.id), 'nothing changed').toEqual([])

  await queueTransactions(app)
  expect(await findRules(member.id)).toEqual(['large_sum'])
  await expect(approveReviewed(app, ines, id), 'held all the time').rejects.toMatchObject({
    code: 'monitoring_hold',
  })
})

test('A change that is committed during a run is found by the next one', async () => {
  const { app, database } = testApp
  await setMonitoringRules(app, { sumFrom: '10000' })
  const member = await createFunded()
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(
    `insert into wallet (id, member_id, coin, address, network, main, created_at, usable_from)
      select 'wal_' || substr(md5($1), 1, 20), $1, 'USDT', '0x' || repeat('ab', 20), 'ERC20',
        false, now(), now()`,
    [member.id],
  )
  await openMonitoringCases(app)
  await client.query('commit')
  client.release()

  expect(await countQueued()).toBe(1)
  await openMonitoringCases(app)
  expect(await countQueued()).toBe(0)
})

test('A transaction that commits while the rules change has its case by the next run, in either order', async () => {
  const { app, database } = testApp
  const isolated = await createFunded()
  const first = await createFunded()
  const { id } = await withdraw(isolated, '100')
  await openMonitoringCases(app)
  const rules = await database.pool.connect()
  const change = (sumFrom: string) =>
    rules.query(
      `update setting set value = value || jsonb_build_object('sumFrom', $1::text)
        where name = 'monitoring'`,
      [sumFrom],
    )

  // the rules change, but are not committed when the transaction is evaluated
  await rules.query('begin')
  await change('10000')
  await withdraw(first, '100')
  expect(await findRules(first.id), 'by the previous rules').toEqual([])
  expect(await countQueued()).toBe(0)
  await rules.query('commit')
  expect(await findRules(first.id)).toEqual(['large_sum'])
  expect(await findRules(isolated.id)).toEqual(['large_sum'])

  // a transaction that is not committed when the job takes the change of the rules
  await setMonitoringRules(app, {})
  const second = await createFunded()
  await openMonitoringCases(app)
  await rules.query('begin')
  await rules.query(
    `insert into withdrawal select (jsonb_populate_record(w, jsonb_build_object(
      'id', 'wdr_' || repeat('9', 20), 'member_id', $2::text))).*
      from withdrawal w where w.id = $1`,
    [id, second.id],
  )
  await setMonitoringRules(app, { sumFrom: '10000' })
  expect(await findRules(second.id)).toEqual([])
  await rules.query('commit')
  rules.release()
  expect(await findRules(second.id)).toEqual(['large_sum'])
  expect(await countQueued()).toBe(0)
})

test('A failed run puts its changes back, and two runs at once open each case once', async () => {
  const { app, database } = testApp
  await setMonitoringRules(app, { sumFrom: '10000' })
  const members = []
  for (let n = 0; n < 5; n += 1) members.push(await createFunded())
  for (const member of members) await withdraw(member, '100')

  await database.owner.query(
    'alter table monitoring_case add constraint refused check (opened_at is null) not valid',
  )
  await expect(openMonitoringCases(app)).rejects.toThrow('refused')
  await database.owner.query('alter table monitoring_case drop constraint refused')
  expect(await countQueued()).toBeGreaterThanOrEqual(members.length)

  await Promise.all([openMonitoringCases(app), openMonitoringCases(app)])
  for (const member of members) expect(await findRules(member.id)).toEqual(['large_sum'])
  expect(await countQueued()).toBe(0)
})

test('Another member who saves the address of a waiting withdrawal is a finding', async () => {
  const { app } = testApp
  await setMonitoringRules(app, { sharedAddressFrom: 2 })
  const address = `0x${'cd'.repeat(20)}`
  const first = await createFunded()
  const second = await createFunded()
  await withdraw(first, '20', address)
  expect(await findRules(first.id)).toEqual([])

  await withdraw(second, '20', address)
  expect(await findRules(first.id)).toEqual(['shared_address'])
})
