import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Currency } from '#lib/money.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { toMemberAccountCode, toSuspenseAccountCode } from '#modules/ledger/model.ts'
import { getBalances, getMemberBalances } from '#modules/ledger/queries.ts'
import { transfer } from '#modules/ledger/testing.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { createStaff } from '#modules/plans/testing.ts'
import type { App } from '#platform/app.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listUnmatched } from '../queries.ts'
import { lockTaken } from '../steps/assert-covered.ts'
import { approveMovement } from '../testing.ts'
import { matchSuspense } from './match-suspense.ts'
import { proposeRefund } from './propose-refund.ts'
import { receiveSuspense } from './receive-suspense.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
let live: App
let maya: Member
beforeAll(async () => {
  testApp = await createTestApp()
  live = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' } as const }
  maya = (await createTestMember(testApp.app)).member
})
afterAll(() => testApp.close())

async function receiveUnmatched(currency: Currency, amount: string): Promise<string> {
  const { movement } = await receiveSuspense(testApp.app, ines, {
    currency,
    amount,
    reason: 'No member yet.',
  })

  return 'receipt' in movement ? movement.receipt : ''
}
const reason = 'She sent the wallet’s own record of the transaction.'
const matchReceipt = (receipt: string, app: App = testApp.app, memberId = maya.id) =>
  matchSuspense(app, ines, { receipt, memberId, reason })
const cash = async () => (await getMemberBalances(testApp.app.db, maya.id)).cash

const WAITING = `select count(*)::int as count from pg_locks where locktype = 'advisory'
  and not granted
  and database = (select oid from pg_database where datname = current_database())`

/** Lets matches begin at once, and go on once all of them wait for the account in suspense. */
async function whileSuspenseIsLocked<Result>(
  currency: Currency,
  begin: () => Promise<Result>[],
): Promise<PromiseSettledResult<Result>[]> {
  const cash = toMemberAccountCode(maya.id, 'cash')
  const taking = transfer('any', 'suspense_matched', toSuspenseAccountCode(currency), cash, 1n)
  const { matches } = await testApp.app.db.transaction().execute(async (tx) => {
    await lockTaken(tx, [taking])

    const begun = begin()
    const matches = Promise.allSettled(begun)
    await expect
      .poll(async () => (await testApp.database.owner.query(WAITING)).rows[0].count)
      .toBe(begun.length)
    return { matches }
  })

  return await matches
}

test('matched coin is credited in dollars at the current price, rounded down', async () => {
  const topics: string[] = []
  testApp.app.events.subscribe(toMemberAudience(maya.id), (topic) => topics.push(topic))

  const receipt = await receiveUnmatched('BTC', '0.10000001')
  testApp.app.clock.advance(7_200_000)

  const { rate } = await testApp.app.prices.price('BTC')
  const { movement, proposal } = await matchReceipt(receipt)
  const cents = computeCoinValue(10_000_001n, rate, 'BTC')

  expect(movement).toMatchObject({ rate, cents, units: 10_000_001n })
  expect(proposal).toBeNull()
  expect(await cash()).toBe(cents)
  expect(
    await getBalances(testApp.app.db, ['suspense:BTC', 'exchange:BTC', 'exchange:USD']),
  ).toEqual([0n, 10_000_001n, -cents])

  expect(topics).toEqual(['treasury'])
})

test('dollars are matched without conversion', async () => {
  const before = await cash()
  await matchReceipt(await receiveUnmatched('USD', '812.34'))
  expect((await cash()) - before).toBe(81_234n)
})

test('a payment is matched once, also concurrently, and is not refunded afterwards', async () => {
  const receipt = await receiveUnmatched('USDT', '50')
  const stranger = (await createTestMember(testApp.app)).member
  const both = await whileSuspenseIsLocked('USDT', () => [
    matchReceipt(receipt),
    matchReceipt(receipt, testApp.app, stranger.id),
  ])
  const [refused] = both.filter((one) => one.status === 'rejected')

  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(refused?.reason).toMatchObject({ code: 'already_settled' })

  for (const again of [
    () => matchReceipt(receipt),
    () => matchReceipt(receipt, testApp.app, stranger.id),
    () => proposeRefund(testApp.app, ines, { receipt, destination: '0xabc', reason }),
  ])
    await expect(again()).rejects.toMatchObject({ code: 'already_settled', status: 409 })

  expect(await listUnmatched(testApp.app.db)).toEqual([])
})

test('in live a second admin approves, at the price of the proposal', async () => {
  const receipt = await receiveUnmatched('ETH', '1.5')
  const { rate } = await testApp.app.prices.price('ETH')
  const before = await cash()
  const begun = await matchReceipt(receipt, live)

  expect(begun.proposal).toMatchObject({ permission: 'suspense.match', subjectId: receipt })
  expect(await cash()).toBe(before)
  await expect(matchReceipt(receipt, live)).rejects.toMatchObject({ code: 'already_proposed' })
  await expect(approveMovement(live, ines, begun)).rejects.toMatchObject({ code: 'second_admin' })

  testApp.app.clock.advance(3_600_000)
  const signature = await signAsTestAdmin(testApp, ruth.id, begun.proposal?.id ?? '')
  await approveMovement(live, ruth, begun, signature)

  expect((await cash()) - before).toBe(computeCoinValue(1_500_000_000n, rate, 'ETH'))
})

test('matching needs a payment in suspense, a member, a reason and at least a cent', async () => {
  const receipt = await receiveUnmatched('USDT', '0.000001')
  const matchInput = { receipt, memberId: maya.id, reason }
  const refusals = [
    [{ ...matchInput, receipt: 'rcp_none' }, { code: 'not_found' }],
    [{ ...matchInput, memberId: 'mem_none' }, { code: 'not_found' }],
    [
      { ...matchInput, reason: '' },
      { code: 'reason_needed', field: 'reason' },
    ],
    [matchInput, { code: 'invalid_amount' }],
  ] as const

  for (const [input, refusal] of refusals)
    await expect(matchSuspense(testApp.app, ines, input)).rejects.toMatchObject(refusal)
  await expect(
    matchSuspense(testApp.app, createStaff('mo', 'support'), matchInput),
  ).rejects.toMatchObject({
    code: 'role_missing',
  })
})
