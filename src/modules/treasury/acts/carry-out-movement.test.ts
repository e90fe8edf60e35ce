import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '#modules/approvals/acts/decide.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { balancesOf } from '#modules/ledger/queries.ts'
import { staff } from '#modules/plans/testing.ts'
import { STAFF } from '#platform/events.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { proposeCapitalOut } from '../commands/propose-capital-out.ts'
import { capitalOf } from '../testing.ts'
import { carryOutMovement } from './carry-out-movement.ts'

const ines = staff('ines', 'finance')
const ruth = staff('ruth', 'owner')
let house: TestApp
beforeAll(async () => {
  house = await testApp()
  await capitalOf(house.app, 'USD', 1_000_000n)
})
afterAll(() => house.close())

/** Paying out $1,000.00, which another admin has agreed to and nobody carried out yet. */
async function agreedTo(): Promise<Proposal> {
  const out = {
    currency: 'USD',
    amount: '1000',
    destination: 'Founders',
    reason: 'Repaid.',
  } as const

  const { proposal } = await proposeCapitalOut(house.app, ines, out)

  return await inTransaction(house.app.db, (tx) =>
    decide(tx, house.app, ruth, proposal as Proposal, {
      approve: true,
      contentHash: proposal?.contentHash ?? '',
    }),
  )
}
const carryOut = (proposal: Proposal) =>
  inTransaction(house.app.db, (tx) => carryOutMovement(house.app, tx, ruth, proposal))
const equity = async () => (await balancesOf(house.app.db, ['equity']))[0]

test('what was agreed to is posted once, and screens are told', async () => {
  const told: string[] = []
  house.app.events.subscribe(STAFF, (topic) => told.push(topic))

  const proposal = await agreedTo()
  told.length = 0
  await carryOut(proposal)

  expect(await equity()).toBe(900_000n)
  expect(told).toEqual(['treasury'])
  await expect(carryOut(proposal)).rejects.toMatchObject({ code: 'already_booked', status: 409 })
  expect(await equity()).toBe(900_000n)
})

test('nothing but what was agreed to is posted', async () => {
  const proposal = await agreedTo()
  const { content } = proposal

  for (const changed of [
    { ...content, cents: '100001' },
    { ...content, destination: 'Somebody else' },
    { ...content, kind: 'promotion_returned', cents: '100000' },
    { ...content, kind: 'fees_taken' },
    { ...content, kind: 'nothing known' },
  ])
    await expect(
      carryOut({ ...proposal, content: changed }),
      JSON.stringify(changed),
    ).rejects.toThrow()

  expect(await equity()).toBe(900_000n)

  await carryOut(proposal)
  expect(await equity()).toBe(800_000n)
})

test('nothing is posted that nobody agreed to', async () => {
  const out = { currency: 'USD', amount: '5', destination: 'Founders', reason: 'Repaid.' } as const
  const { proposal } = await proposeCapitalOut(house.app, ines, out)
  await expect(carryOut(proposal as Proposal)).rejects.toMatchObject({ code: 'approval_needed' })
})
