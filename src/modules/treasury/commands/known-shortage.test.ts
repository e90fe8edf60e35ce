import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { EQUITY } from '#modules/ledger/model.ts'
import { getBalance } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, transfer } from '#modules/ledger/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listCustody } from '../queries.ts'
import { approveMovement, BANK, fundCapital } from '../testing.ts'
import { proposeAssetsPlaced } from './propose-assets-placed.ts'
import { proposeCapitalOut } from './propose-capital-out.ts'
import { recordOutsideBalance } from './record-outside-balance.ts'

let testApp: TestApp
let ines: Admin
let ruth: Admin
let planId: string

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  const version = await createPublishedPlan(testApp.app)
  planId = version.planId

  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 100_000n })
  const { member: other } = await createTestMember(testApp.app)
  await fundMember(testApp.app, other.id, { invested: 200_000n, planVersionId: version.id })
  await fundCapital(testApp.app, 'USD', 500_000n)
})
beforeEach(() => enterAll('5000'))
afterAll(() => testApp.close())

/** Enters what the bank holds outside; everything else is gone there. */
async function enterAll(bank: string) {
  for (const { account, held } of await listCustody(testApp.app.db)) {
    if (held === 0n) continue
    testApp.app.clock.advance(1_000)
    const amount = account === BANK ? bank : '0'
    await recordOutsideBalance(testApp.app, ines, { account, amount, evidence: 'statement' })
  }
}

const proposePayout = () =>
  proposeCapitalOut(testApp.app, ines, {
    currency: 'USD',
    amount: '1500',
    destination: 'The founders',
    reason: 'Repaid as agreed.',
  })
const proposePlacement = () =>
  proposeAssetsPlaced(testApp.app, ines, {
    currency: 'USD',
    amount: '500',
    destination: 'A fund',
    reason: 'As the mandate says.',
    planId,
  })

test('while outside holds less, capital leaves only as far as the lower figure covers the members', async () => {
  const begun = await proposePayout()

  await enterAll('4000')
  const refused = { code: 'not_covered', status: 422, field: 'amount' }
  await expect(proposePayout()).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('You can pay out up to $1,000.00'),
  })
  await expect(approveMovement(testApp.app, ruth, begun)).rejects.toMatchObject(refused)

  await enterAll('5000')
  await approveMovement(testApp.app, ruth, begun)
})

test('while outside holds less, nothing is placed that members can withdraw at once', async () => {
  await enterAll('1400')
  await expect(proposePlacement()).rejects.toMatchObject({
    code: 'not_covered',
    message: expect.stringContaining('You can place up to $400.00'),
  })
})

test('the database pays out no capital beyond equity, so that holdings at cost cover the members', async () => {
  const equity = await getBalance(testApp.app.db, EQUITY)
  await expect(
    testApp.app.db.transaction().execute(async (tx) => {
      const reason = 'Everything and a cent.'
      const [key, cents] = [createId('odd'), equity + 1n]
      const list = [transfer(key, 'capital_paid_out', EQUITY, BANK, cents, { reason })]
      await post(tx, await approveTransfers(tx, list))
    }),
  ).rejects.toMatchObject({ code: 'insufficient_funds' })
})
