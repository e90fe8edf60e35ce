import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '#modules/approvals/model.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import { getBalances } from '#modules/ledger/queries.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { proposeCapitalOut } from '../commands/propose-capital-out.ts'
import { fundCapital } from '../testing.ts'
import { carryOutMovement } from './carry-out-movement.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await fundCapital(testApp.app, 'USD', 1_000_000n)
})
afterAll(() => testApp.close())

/** Proposes to pay out $1,000.00; another admin approves it, and it is not posted yet. */
async function createApprovedProposal(): Promise<Proposal> {
  const out = {
    currency: 'USD',
    amount: '1000',
    destination: 'Founders',
    reason: 'It is so: repaid.',
  } as const

  const { proposal } = await proposeCapitalOut(testApp.app, ines, out)

  return await runInTransaction(testApp.app.db, (tx) =>
    decide(tx, testApp.app, ruth, proposal as Proposal, {
      approve: true,
      contentHash: proposal?.contentHash ?? '',
    }),
  )
}
const carryOut = (proposal: Proposal) =>
  runInTransaction(testApp.app.db, (tx) => carryOutMovement(testApp.app, tx, ruth, proposal))
const equity = async () => (await getBalances(testApp.app.db, ['equity']))[0]

test('an approved movement is posted once, and screens are refreshed', async () => {
  const topics: string[] = []
  testApp.app.events.subscribe(STAFF, (topic) => topics.push(topic))

  const proposal = await createApprovedProposal()
  topics.length = 0
  await carryOut(proposal)

  expect(await equity()).toBe(900_000n)
  expect(topics).toEqual(['treasury'])
  await expect(carryOut(proposal)).rejects.toMatchObject({ code: 'already_booked', status: 409 })
  expect(await equity()).toBe(900_000n)
})

test('only the approved movement is posted', async () => {
  const proposal = await createApprovedProposal()
  const { content } = proposal

  for (const changed of [
    { ...content, cents: '100001' },
    { ...content, destination: 'Another bank account' },
    { ...content, kind: 'promotion_returned', cents: '100000' },
    { ...content, kind: 'fees_taken' },
    { ...content, kind: 'nothing known' },
  ])
    await expect(
      carryOut({ ...proposal, content: changed }),
      JSON.stringify(changed),
    ).rejects.toThrow()

  await expect(carryOut({ ...proposal, permission: 'fees.take' })).rejects.toThrow(
    'a movement is carried out as the act it was proposed as',
  )

  expect(await equity()).toBe(900_000n)

  await carryOut(proposal)
  expect(await equity()).toBe(800_000n)
})

test('a movement without an approval is not posted', async () => {
  const out = {
    currency: 'USD',
    amount: '5',
    destination: 'Founders',
    reason: 'It is so: repaid.',
  } as const
  const { proposal } = await proposeCapitalOut(testApp.app, ines, out)
  await expect(carryOut(proposal as Proposal)).rejects.toMatchObject({ code: 'approval_needed' })
})
