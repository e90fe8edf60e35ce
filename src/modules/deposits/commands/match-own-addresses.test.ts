import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulateBlocks } from '#modules/chains/commands/simulate-blocks.ts'
import { simulateDoubleSpend } from '#modules/chains/commands/simulate-double-spend.ts'
import { simulatePayment } from '#modules/chains/commands/simulate-payment.ts'
import { simulateReorganisation } from '#modules/chains/commands/simulate-reorganisation.ts'
import { simulateReplacement } from '#modules/chains/commands/simulate-replacement.ts'
import { watchTestAddress } from '#modules/chains/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances, verifyLedger } from '#modules/ledger/queries.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { moveToOwnAddress } from '../../../../tests/support/own-address.ts'
import { listUnmatchedPayments } from '../queries/unmatched-payments.ts'
import { type Deposit, getAnyDeposit, listVanishedCredits } from '../queries.ts'
import { followChain, payOnChain } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'
import { expireQuotes } from './expire-quotes.ts'
import { quoteDeposit } from './quote-deposit.ts'

const DAY = 86_400_000
const ELSEWHERE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

let testApp: TestApp
let app: TestApp['app']
let ines: Admin
let maya: Member
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  app = testApp.app
  ines = (await createTestAdmin(app, { role: 'finance' })).admin
  maya = (await createTestMember(app)).member
  plan = await createPublishedPlan(app)
})
afterAll(async () => {
  expect(await verifyLedger(app.db)).toEqual([])
  await testApp.close()
})

const quote = async () => {
  const input = { planId: plan.id, amount: '2500', method: 'BITCOIN' }
  return await moveToOwnAddress(testApp.database, await quoteDeposit(app, maya, input))
}
const read = ({ id }: Pick<Deposit, 'id'>) => getAnyDeposit(app.db, id, app.clock.now())
const confirm = ({ id: depositId }: Deposit) => confirmDeposit(app, ines, { depositId })
const readUnmatched = async ({ address }: Deposit) =>
  (await listUnmatchedPayments(app.db)).filter((one) => one.address === address)
const elsewhere = (units = 1_000n) => [{ coin: 'BTC' as const, address: ELSEWHERE, units }]

test('a second payment to an address of its own after the credit waits for staff', async () => {
  const deposit = await quote()
  await payOnChain(app, deposit, { blocks: 3 })
  await confirm(deposit)
  await payOnChain(app, deposit, { units: 5_000n, blocks: 3 })

  expect(await readUnmatched(deposit)).toMatchObject([
    { reason: 'already_decided', memberId: maya.id },
  ])
})

test('a payment to an address lent 90 days ago belongs to no deposit, and proposes its member', async () => {
  const deposit = await quote()
  app.clock.advance(90 * DAY)
  await expireQuotes(app)
  await payOnChain(app, deposit, { blocks: 3 })

  expect((await read(deposit)).status).toBe('expired')
  expect(await readUnmatched(deposit)).toMatchObject([{ reason: 'lent_before', memberId: maya.id }])
})

test('a payment in a block before its quote ended is in time, even if found later', async () => {
  const deposit = await quote()
  await watchTestAddress(app, { address: deposit.address })
  await simulatePayment(app, { chain: 'bitcoin', ...deposit, units: deposit.coinAmount })
  await simulateBlocks(app, 'bitcoin', 3)
  app.clock.advance(3 * 60 * 60_000)
  await expireQuotes(app)
  await followChain(app, deposit)

  expect(await read(deposit)).toMatchObject({ late: false, creditRate: deposit.rate })
  expect(await confirm(deposit)).toMatchObject({ credited: 250_000n })
})

test('a payment that is replaced or double-spent takes its deposit back to waiting', async () => {
  const [replaced, spent] = [await quote(), await quote()]
  const first = await payOnChain(app, replaced)
  expect((await read(replaced)).status).toBe('pending')
  await simulateReplacement(app, { chain: 'bitcoin', txid: first, outputs: elsewhere() })
  const second = await payOnChain(app, spent, { blocks: 1 })
  expect((await read(spent)).status).toBe('pending')
  await simulateDoubleSpend(app, { chain: 'bitcoin', txid: second, outputs: elsewhere() })
  await followChain(app, spent)

  for (const deposit of [replaced, spent])
    expect(await read(deposit)).toMatchObject({ status: 'awaiting_payment', arrivedAt: null })
})

test('a replacement with a higher fee credits its deposit once', async () => {
  const deposit = await quote()
  const txid = await payOnChain(app, deposit)
  const { address, coinAmount: units } = deposit
  const outputs = [{ coin: 'BTC' as const, address, units }, ...elsewhere()]
  await simulateReplacement(app, { chain: 'bitcoin', txid, outputs })
  await followChain(app, deposit, 3)

  expect(await confirm(deposit)).toMatchObject({ received: units, credited: 250_000n })
  expect(await readUnmatched(deposit)).toEqual([])
})

test.each([1, 3])(
  'a reorganisation of %i blocks after the credit debits nothing',
  async (depth) => {
    const deposit = await quote()
    await payOnChain(app, deposit, { blocks: 3 })
    await confirm(deposit)
    const before = await getMemberBalances(app.db, maya.id)
    await simulateReorganisation(app, 'bitcoin', depth)
    await followChain(app, deposit)

    expect((await read(deposit)).status).toBe('completed')
    expect(await getMemberBalances(app.db, maya.id)).toEqual(before)
    expect(await listVanishedCredits(app.db, app.clock.now())).not.toContain(deposit.id)
  },
)

test('a credited payment that is double-spent is an alert, and debits nothing', async () => {
  const deposit = await quote()
  const txid = await payOnChain(app, deposit, { blocks: 3 })
  await confirm(deposit)
  const before = await getMemberBalances(app.db, maya.id)
  await simulateDoubleSpend(app, { chain: 'bitcoin', txid, outputs: elsewhere() })
  await followChain(app, deposit)

  expect((await read(deposit)).status).toBe('completed')
  expect(await getMemberBalances(app.db, maya.id)).toEqual(before)
  expect(await listVanishedCredits(app.db, app.clock.now())).toContain(deposit.id)
})
