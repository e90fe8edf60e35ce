import { afterEach, beforeEach, expect, test } from 'vitest'
import { simulateDrop } from '#modules/chains/commands/simulate-drop.ts'
import { simulatePayment } from '#modules/chains/commands/simulate-payment.ts'
import { simulateReorganisation } from '#modules/chains/commands/simulate-reorganisation.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { getPastPrice } from '#modules/market/queries.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { type Deposit, getAnyDeposit } from '../queries.ts'
import { createPendingDeposit, followChain, payOnChain } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'
import { expireQuotes } from './expire-quotes.ts'
import { quoteDeposit } from './quote-deposit.ts'
import { rejectDeposit } from './reject-deposit.ts'

const DAY = 86_400_000

let testApp: TestApp
let app: TestApp['app']
let ines: Admin
let maya: Member
let plan: PlanVersion

beforeEach(async () => {
  testApp = await createTestApp()
  app = testApp.app
  ines = (await createTestAdmin(app, { role: 'finance' })).admin
  maya = (await createTestMember(app)).member
  plan = await createPublishedPlan(app)
})
afterEach(() => testApp.close())

const quote = (amount = '2500', member = maya) =>
  quoteDeposit(app, member, { planId: plan.id, amount, method: 'BITCOIN' })
const read = ({ id }: Pick<Deposit, 'id'>) => getAnyDeposit(app.db, id, app.clock.now())
const listRows = async () =>
  (await testApp.database.owner.query('select * from deposit_payment order by assigned_at')).rows

test('a payment of exactly the quoted coin makes its deposit pending without a proof, at the locked rate', async () => {
  const deposit = await quote()
  await payOnChain(app, deposit)

  expect(await read(deposit)).toMatchObject({
    status: 'pending',
    proved: false,
    arrivedAt: app.clock.now(),
    late: false,
    creditRate: deposit.rate,
  })
  expect(await listRows()).toMatchObject([{ deposit_id: deposit.id, member_id: maya.id }])
})

test('a payment a block after its quote ended is late, at the rate of its arrival', async () => {
  const deposit = await quote()
  app.clock.advance(deposit.expiresAt.getTime() - deposit.createdAt.getTime())
  await expireQuotes(app)
  await payOnChain(app, deposit, { blocks: 1 })

  const { rate } = await getPastPrice(app, 'BTC', app.clock.now())
  expect(await read(deposit)).toMatchObject({ status: 'pending', late: true, creditRate: rate })
})

test('a payment that comes 40 days later still finds its expired deposit', async () => {
  const deposit = await quote()
  app.clock.advance(40 * DAY)
  await expireQuotes(app)
  await payOnChain(app, deposit)

  expect(await read(deposit)).toMatchObject({ status: 'pending', late: true })
})

test('a payment to a shared address with an amount that no quote has is unmatched', async () => {
  const deposit = await quote()
  await payOnChain(app, deposit, { units: deposit.coinAmount - 5n })

  expect(await read(deposit)).toMatchObject({ status: 'awaiting_payment' })
  expect(await listRows()).toMatchObject([{ deposit_id: null, reason: 'unknown_amount' }])
})

test('a second payment after the credit is unmatched and proposes the same member', async () => {
  const deposit = await quote()
  await payOnChain(app, deposit, { blocks: 3 })
  await confirmDeposit(app, ines, { depositId: deposit.id })
  await payOnChain(app, deposit)

  expect(await listRows()).toMatchObject([
    { deposit_id: deposit.id },
    { deposit_id: null, member_id: maya.id, reason: 'already_decided' },
  ])
})

test('a dropped payment makes the deposit wait again; with a proof it stays pending', async () => {
  const deposit = await quote()
  const txid = await payOnChain(app, deposit)
  await simulateDrop(app, 'bitcoin', txid)
  await followChain(app, deposit)
  expect(await read(deposit)).toMatchObject({
    status: 'awaiting_payment',
    submittedAt: null,
    arrivedAt: null,
  })

  const proved = await createPendingDeposit(app, maya, {
    planId: plan.id,
    amount: '3000',
    method: 'BITCOIN',
  })
  const second = await payOnChain(app, proved)
  await simulateDrop(app, 'bitcoin', second)
  await followChain(app, proved)
  expect(await read(proved)).toMatchObject({ status: 'pending', arrivedAt: null })
})

test('a payment of a rejected deposit is unmatched, so that it can be refunded', async () => {
  const deposit = await quote()
  await payOnChain(app, deposit)
  await rejectDeposit(app, ines, { depositId: deposit.id, reason: 'Sent by mistake.' })

  expect(await listRows()).toMatchObject([
    { deposit_id: null, member_id: maya.id, reason: 'already_decided' },
  ])
})

test('a payment in a block that was reorganised away is seen again when it returns, and only once', async () => {
  const deposit = await quote()
  await payOnChain(app, deposit, { blocks: 2 })
  await simulateReorganisation(app, 'bitcoin', 2)
  await followChain(app, deposit, 3)

  expect(await read(deposit)).toMatchObject({ status: 'pending' })
  expect(await listRows()).toHaveLength(1)
})

test('payments of several members at one address find their own deposits', async () => {
  const tomas = (await createTestMember(app)).member
  const [first, second] = [await quote(), await quote('2500', tomas)]
  expect(first.address).toBe(second.address)
  await payOnChain(app, second)
  await simulatePayment(app, { chain: 'bitcoin', ...first, units: first.coinAmount })
  await followChain(app, first)

  expect(await read(first)).toMatchObject({ status: 'pending', memberId: maya.id })
  expect(await read(second)).toMatchObject({ status: 'pending', memberId: tomas.id })
})
