import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Currency } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import { aMember } from '#modules/identity/testing.ts'
import { balancesOf, memberBalances } from '#modules/ledger/queries.ts'
import { centsFor } from '#modules/market/model.ts'
import { staff } from '#modules/plans/testing.ts'
import type { App } from '#platform/app.ts'
import { audienceOf } from '#platform/events.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { listUnmatched } from '../queries.ts'
import { agreed } from '../testing.ts'
import { matchSuspense } from './match-suspense.ts'
import { proposeRefund } from './propose-refund.ts'
import { receiveSuspense } from './receive-suspense.ts'

const ines = staff('ines', 'finance')
const ruth = staff('ruth', 'owner')
let house: TestApp
let live: App
let maya: Member
beforeAll(async () => {
  house = await testApp()
  live = { ...house.app, config: { ...house.app.config, MODE: 'live' } as const }
  maya = (await aMember(house.app)).member
})
afterAll(() => house.close())

async function arrived(currency: Currency, amount: string): Promise<string> {
  const { movement } = await receiveSuspense(house.app, ines, {
    currency,
    amount,
    reason: 'Nobody’s yet.',
  })

  return 'receipt' in movement ? movement.receipt : ''
}
const reason = 'She sent the wallet’s own record of the transaction.'
const matched = (receipt: string, app: App = house.app, memberId = maya.id) =>
  matchSuspense(app, ines, { receipt, memberId, reason })
const cash = async () => (await memberBalances(house.app.db, maya.id)).cash

test('coin becomes the member’s dollars at the price of now, rounded down, and she is told to read again', async () => {
  const told: string[] = []
  house.app.events.subscribe(audienceOf(maya.id), (topic) => told.push(topic))

  const receipt = await arrived('BTC', '0.10000001')
  house.app.clock.advance(7_200_000)

  const { rate } = await house.app.prices.price('BTC')
  const { movement, proposal } = await matched(receipt)
  const cents = centsFor(10_000_001n, rate, 'BTC')

  expect(movement).toMatchObject({ rate, cents, units: 10_000_001n })
  expect(proposal).toBeNull()
  expect(await cash()).toBe(cents)
  expect(await balancesOf(house.app.db, ['suspense:BTC', 'exchange:BTC', 'exchange:USD'])).toEqual([
    0n,
    10_000_001n,
    -cents,
  ])

  expect(told).toEqual(['treasury'])
})

test('dollars are matched as they are', async () => {
  const before = await cash()
  await matched(await arrived('USD', '812.34'))
  expect((await cash()) - before).toBe(81_234n)
})

test('once: not to another member, nor refunded afterwards, nor from two browsers at once', async () => {
  const receipt = await arrived('USDT', '50')
  const stranger = (await aMember(house.app)).member
  const both = await Promise.allSettled([
    matched(receipt),
    matched(receipt, house.app, stranger.id),
  ])
  const [refused] = both.filter((one) => one.status === 'rejected')

  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(refused?.reason).toMatchObject({ code: 'already_settled' })

  for (const again of [
    () => matched(receipt),
    () => matched(receipt, house.app, stranger.id),
    () => proposeRefund(house.app, ines, { receipt, destination: '0xabc', reason }),
  ])
    await expect(again()).rejects.toMatchObject({ code: 'already_settled', status: 409 })

  expect(await listUnmatched(house.app.db)).toEqual([])
})

test('in live another admin agrees, to the price it was proposed at', async () => {
  const receipt = await arrived('ETH', '1.5')
  const { rate } = await house.app.prices.price('ETH')
  const before = await cash()
  const begun = await matched(receipt, live)

  expect(begun.proposal).toMatchObject({ act: 'suspense.match', subjectId: receipt })
  expect(await cash()).toBe(before)
  await expect(matched(receipt, live)).rejects.toMatchObject({ code: 'already_proposed' })
  await expect(agreed(live, ines, begun)).rejects.toMatchObject({ code: 'second_admin' })

  house.app.clock.advance(3_600_000)
  await agreed(live, ruth, begun)

  expect((await cash()) - before).toBe(centsFor(1_500_000_000n, rate, 'ETH'))
})

test('only what waits there, to a member there is, with a reason, for a cent or more', async () => {
  const receipt = await arrived('USDT', '0.000001')
  const told = { receipt, memberId: maya.id, reason }
  const refusals = [
    [{ ...told, receipt: 'rcp_none' }, { code: 'not_found' }],
    [{ ...told, memberId: 'mem_none' }, { code: 'not_found' }],
    [
      { ...told, reason: '' },
      { code: 'reason_needed', field: 'reason' },
    ],
    [told, { code: 'invalid_amount' }],
  ] as const

  for (const [input, refusal] of refusals)
    await expect(matchSuspense(house.app, ines, input)).rejects.toMatchObject(refusal)
  await expect(matchSuspense(house.app, staff('mo', 'support'), told)).rejects.toMatchObject({
    code: 'role_missing',
  })
})
