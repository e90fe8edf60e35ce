import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariant } from '#lib/invariant.ts'
import { listDeposits } from '#modules/deposits/queries.ts'
import type { Member } from '#modules/identity/model.ts'
import { findMemberByEmail } from '#modules/identity/queries.ts'
import { listEntries, verifyLedger } from '#modules/ledger/queries.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { listInvestedPrincipal } from '#modules/plans/queries.ts'
import { figuresOf, listOwnEntries } from '#modules/portfolio/queries.ts'
import { listWithdrawals, measuredTimes } from '#modules/withdrawals/queries.ts'
import { seedSandbox } from '../../src/seed.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { problemsOfBooks } from '../support/books-problems.ts'

let house: TestApp
let maya: Member

beforeAll(async () => {
  house = await testApp({ at: '2026-11-20T12:00:00Z' })
  await seeded()
})
afterAll(() => house.close())

async function seeded() {
  const said = await seedSandbox(house.app)
  const found = await findMemberByEmail(house.app.db, 'maya@example.com')
  invariant(found, 'Maya is one of the sample people')
  maya = found
  return said
}

test('the sample member has positions, balances and a history at the dates of her story', async () => {
  const { db } = house.app
  const figures = await figuresOf(db, maya.id, '2026-11-20')
  expect(figures).toMatchObject({ held: 30_000n, withdrawn: 115_000n, profit: 0n, due: 0n })
  expect(figures.principal).toBeGreaterThan(2_000_000n)
  expect(figures.accrued).toBeGreaterThan(0n)
  const deposits = await listDeposits(db, house.app.clock.now(), { memberId: maya.id })
  expect(deposits.map((deposit) => deposit.status).sort()).toEqual([
    'completed',
    'completed',
    'completed',
    'completed',
    'completed',
    'pending',
    'rejected',
  ])
  const [first] = (await listOwnEntries(db, maya.id, 100)).slice(-1)
  expect(first).toMatchObject({ effective: '2026-03-02', words: 'Deposit credited' })
  expect(await measuredTimes(db, house.app.clock.now())).toMatchObject({ count: 2 })
})

test('seeding again adds nothing, and the books are whole', async () => {
  const before = await listEntries(house.app.db, { limit: 1_000 })
  expect(await seeded()).toEqual([])
  expect(await listEntries(house.app.db, { limit: 1_000 })).toHaveLength(before.length)
  expect(await listWithdrawals(house.app.db)).toHaveLength(4)
  expect(await verifyLedger(house.app.db)).toEqual([])
  const [invested] = await listInvestedPrincipal(house.app.db)
  expect(invested?.principal).toBe((await figuresOf(house.app.db, maya.id, '2026-11-20')).principal)
})

test('the days of the story are settled: what matured is cash, what it accrued is due, and nothing is paid without income', async () => {
  const { app, database } = house
  const before = await figuresOf(app.db, maya.id, '2026-11-20')
  expect(await settleDays(app)).toBe(264)
  const after = await figuresOf(app.db, maya.id, '2026-11-20')
  expect(after).toMatchObject({
    balance: before.balance,
    profit: 0n,
    due: before.due,
    accrued: before.accrued,
  })
  app.clock.setOffsetDays(30)
  await settleDays(app)
  const later = await figuresOf(app.db, maya.id, '2026-12-20')
  expect(later.due).toBeGreaterThan(0n)
  expect(later).toMatchObject({ balance: before.balance, profit: 0n })
  expect(later.principal).toBeLessThan(before.principal)
  expect(await problemsOfBooks(database)).toEqual([])
})
