import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import {
  toCustodyAccountCode,
  toPlanAssetsAccountCode,
  toPlanIncomeAccountCode,
} from '#modules/ledger/model.ts'
import { getBalance } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, createReceipt, transfer } from '#modules/ledger/testing.ts'
import { proposeAssetsReturned } from '#modules/treasury/commands/propose-assets-returned.ts'
import { approveMovement } from '#modules/treasury/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listPlanFigures } from '../queries.ts'
import {
  approveResult,
  buildIncomeInput,
  createPlacedAssets,
  createPublishedPlan,
  createStaff,
} from '../testing.ts'
import { type ProposeIncome, proposeIncome } from './propose-income.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
let planId: string
let plans = 0
beforeAll(async () => {
  testApp = await createTestApp()
})
beforeEach(async () => {
  planId = (await createPublishedPlan(testApp.app, { name: `PLAN ${++plans}` })).planId
})
afterAll(() => testApp.close())

const propose = async ({
  stated = false,
  ...rest
}: Partial<ProposeIncome> & { stated?: boolean }) => {
  const { whilePlaced, ...input } = await buildIncomeInput(testApp.app, planId, rest)
  return await proposeIncome(testApp.app, ines, { ...input, ...(stated && { whilePlaced }) })
}
const approve = (proposal: Awaited<ReturnType<typeof propose>>) =>
  approveResult(testApp.app, ruth, proposal)
const income = () => getBalance(testApp.app.db, toPlanIncomeAccountCode(planId))
const readFigures = async () => (await listPlanFigures(testApp.app.db, planId))[0]

test('while assets are placed, a payment is returned capital unless its approval says income', async () => {
  await createPlacedAssets(testApp.app, planId, 900_000n)

  await expect(propose({})).rejects.toMatchObject({
    code: 'assets_placed',
    status: 409,
    field: 'whilePlaced',
    message: expect.stringContaining('$9,000.00 is placed for this plan'),
  })

  const before = await income()
  const proposal = await propose({ stated: true, amount: '50' })
  expect(proposal.content).toMatchObject({ whilePlaced: 'income', placed: '900000' })
  await approve(proposal)
  expect((await income()) - before).toBe(5_000n)
  expect(await readFigures()).toMatchObject({ recordedWhilePlaced: 5_000n })
})

test('a payment for a plan without placed assets is income and says nothing more', async () => {
  const proposal = await propose({ stated: true, amount: '50' })
  expect(Object.keys(proposal.content)).not.toContain('whilePlaced')
  await approve(proposal)
  expect(await readFigures()).toMatchObject({ recorded: 5_000n, recordedWhilePlaced: 0n })
})

test('once everything placed has come back, a payment is income without saying so', async () => {
  await createPlacedAssets(testApp.app, planId, 900_000n)
  const back = { planId, currency: 'USD', amount: '9000', reason: 'It is so: sold.' } as const
  await approveMovement(testApp.app, ruth, await proposeAssetsReturned(testApp.app, ines, back))

  await approve(await propose({ amount: '50' }))
  expect(await readFigures()).toMatchObject({ recordedWhilePlaced: 0n })
})

test('an approval names what was placed: once more is placed, it is refused', async () => {
  const unplaced = await propose({ amount: '50' })
  await createPlacedAssets(testApp.app, planId, 100_000n)
  await expect(approve(unplaced)).rejects.toMatchObject({ code: 'assets_placed', status: 409 })

  const proposal = await propose({ stated: true, amount: '50' })
  await createPlacedAssets(testApp.app, planId, 100_000n)
  const before = await income()
  await expect(approve(proposal)).rejects.toMatchObject({ code: 'assets_placed', status: 409 })
  expect(await income()).toBe(before)
})

test('the database refuses income while assets are placed, unless approved as such', async () => {
  await createPlacedAssets(testApp.app, planId, 100_000n)
  const record = (content: Readonly<Record<string, string>>) =>
    testApp.app.db.transaction().execute(async (tx) => {
      const receipt = await createReceipt(tx, 'USD', 500n)
      const [from, to] = [toCustodyAccountCode('USD'), toPlanIncomeAccountCode(planId)]
      const list = [transfer(createId('odd'), 'income_recorded', from, to, 500n, { receipt })]
      await post(tx, await approveTransfers(tx, list, undefined, content))
    })

  const before = await income()
  const refused = 'the approval does not say that this is income'
  expect(await getBalance(testApp.app.db, toPlanAssetsAccountCode(planId))).toBe(-100_000n)
  await expect(record({})).rejects.toThrow(refused)
  await expect(record({ placed: '100000' })).rejects.toThrow(refused)
  await expect(record({ whilePlaced: 'income' })).rejects.toThrow(refused)
  await expect(record({ whilePlaced: 'income', placed: '99999' })).rejects.toThrow(refused)
  await record({ whilePlaced: 'income', placed: '100000' })
  expect((await income()) - before).toBe(500n)
})
