import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listMembersByBalance } from '../queries/by-balance.ts'
import { followBalances } from './follow-balances.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** Reads the stored balances and the balances of the ledger. */
const readBalances = async () =>
  (
    await testApp.database.owner.query(`select b.member_id as id, b.cents::int as cents,
      (select coalesce(sum(a.balance), 0)::int from ledger.accounts a
        where a.owner = b.member_id
          and a.account_type in ('member_cash', 'member_principal')) as ledger
      from member_balance b order by 1`)
  ).rows as { id: string; cents: number; ledger: number }[]

test('Stored balances match the ledger after chaining, also with two parallel runs.', async () => {
  const { app } = testApp
  const memberIds = []

  for (const cash of [500n, 20_000n, 0n]) {
    const { member } = await createTestMember(app)
    if (cash) await fundMember(app, member.id, { cash })
    memberIds.push(member.id)
  }

  await followBalances(app)
  expect((await readBalances()).map(({ cents }) => cents)).toEqual([0, 0, 0])

  await chainJournal(app)

  const processed = await Promise.all([followBalances(app), followBalances(app)])
  expect(Math.min(...processed)).toBe(0)

  for (const { id, cents, ledger } of await readBalances()) expect(cents, id).toBe(ledger)

  const [low, high, none] = memberIds
  const page = await listMembersByBalance(app.db, {}, true, { page: 1, size: 10 })
  expect(page.rows.map(({ id }) => id)).toEqual([high, low, none])
  expect(await followBalances(app)).toBe(0)
})

test('Small batches process the rows of all blocks.', async () => {
  const { app, database } = testApp
  for (let at = 0; at < 4; at += 1) {
    await fundMember(app, (await createTestMember(app)).member.id, { cash: 1_000n + BigInt(at) })
    if (at !== 1) await chainJournal(app)
  }

  for (let processed = 1; processed > 0; )
    processed = Number(
      (await database.owner.query('select update_member_balances(1) as rows')).rows[0].rows,
    )
  for (const { id, cents, ledger } of await readBalances()) expect(cents, id).toBe(ledger)
})
