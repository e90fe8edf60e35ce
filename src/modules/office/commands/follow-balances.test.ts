import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '#modules/identity/testing.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { fund } from '#modules/withdrawals/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { pageByBalance } from '../queries/by-balance.ts'
import { followBalances } from './follow-balances.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

/** What lists are ordered by, beside what the ledger says. */
const kept = async () =>
  (
    await house.database.owner.query(`select b.member_id as id, b.cents::int as cents,
      (select coalesce(sum(a.balance), 0)::int from ledger.accounts a
        where a.owner = b.member_id and a.class in ('member_cash', 'member_principal')) as books
      from member_balance b order by 1`)
  ).rows as { id: string; cents: number; books: number }[]

test('members stand in the order of what the books owe them once their rows are sealed, also when two follow at once', async () => {
  const { app } = house
  const people = []

  for (const cash of [500n, 20_000n, 0n]) {
    const { member } = await aMember(app)
    if (cash) await fund(app, member.id, { cash })
    people.push(member.id)
  }

  await followBalances(app)
  expect((await kept()).map(({ cents }) => cents)).toEqual([0, 0, 0])

  await sealJournal(app)

  const followed = await Promise.all([followBalances(app), followBalances(app)])
  expect(Math.min(...followed)).toBe(0)

  for (const { id, cents, books } of await kept()) expect(cents, id).toBe(books)

  const [low, high, none] = people
  const page = await pageByBalance(app.db, {}, true, { page: 1, size: 10 })
  expect(page.rows.map(({ id }) => id)).toEqual([high, low, none])
  expect(await followBalances(app)).toBe(0)
})

test('of rows sealed in many blocks none is gone by unfollowed, however few are taken at once', async () => {
  const { app, database } = house
  for (let at = 0; at < 4; at += 1) {
    await fund(app, (await aMember(app)).member.id, { cash: 1_000n + BigInt(at) })
    if (at !== 1) await sealJournal(app)
  }

  for (let left = 1; left > 0; )
    left = Number((await database.owner.query('select follow_balances(1) as rows')).rows[0].rows)
  for (const { id, cents, books } of await kept()) expect(cents, id).toBe(books)
})
