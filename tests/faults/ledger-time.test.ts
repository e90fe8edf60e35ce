import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day } from '#lib/dates.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { writeBalanceSnapshots } from '#modules/ledger/commands/write-balance-snapshots.ts'
import { toMemberAccountCode } from '#modules/ledger/model.ts'
import {
  getEndOfDayBalance,
  getHistoricalBalance,
  getHistoricalTrialBalance,
  listPeriodStatementLines,
  verifyLedger,
} from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import {
  buildDepositTransfers,
  createReceipt,
  TEST_DAY,
  transfer,
} from '#modules/ledger/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { pickScale } from '../support/scale.ts'

const ROWS = pickScale(300, 3_000)
const MEMBERS = 4
const DAYS = 40
const ACCOUNTS = [
  ...Array.from({ length: MEMBERS }, (_, m) => toMemberAccountCode(`mem_${m}`, 'cash')),
  ...Array.from({ length: MEMBERS }, (_, m) => toMemberAccountCode(`mem_${m}`, 'principal')),
  'custody:hot:BTC',
  'exchange:USD',
]

let database: TestDatabase

/**
 * A history whose days mostly grow, with rows that come late for theirs, chained at odd moments
 * with balance snapshots.
 */
beforeAll(
  async () => {
    database = await testDatabase()

    const { db } = database
    await runInTransaction(db, async (tx) => {
      for (let m = 0; m < MEMBERS; m++) await openMemberAccounts(tx, `mem_${m}`)
    })

    for (let n = 0; n < ROWS; n++) {
      const today = Math.floor((n * DAYS) / ROWS)
      const effectiveDate = addDays(TEST_DAY, randomInt(6) ? today : randomInt(today + 1))
      await runInTransaction(db, async (tx) => {
        const id = `mem_${randomInt(MEMBERS)}`
        const list = buildDepositTransfers(
          `d${n}`,
          id,
          'BTC',
          10n,
          100n,
          await createReceipt(tx, 'BTC', 10n),
        )
        const opened = transfer(
          `d${n}/open`,
          'position_opened',
          toMemberAccountCode(id, 'cash'),
          toMemberAccountCode(id, 'principal'),
          BigInt(randomInt(1, 100)),
        )

        await post(
          tx,
          [...list, opened].map((leg) => ({ ...leg, effectiveDate })),
        )
      })

      if (!randomInt(7)) await chainJournal(database)
      if (!randomInt(25)) await writeBalanceSnapshots(database)
    }

    await chainJournal(database)
  },
  pickScale(180_000, 600_000),
)
afterAll(() => database.close())

const sumRows = async (account: string, where: string, values: unknown[]) => {
  const { rows } = await database.owner.query(
    `select coalesce(sum(case when j.credit = a.id then amount else -amount end), 0) as balance,
      count(j.id) as many
     from ledger.account a left join ledger.chained_journal j on a.id in (debit, credit) and
     ${where} where a.code = $1`,
    [account, ...values],
  )

  return { balance: BigInt(rows[0].balance), many: Number(rows[0].many) }
}
const days = Array.from({ length: DAYS + 4 }, (_, n) => addDays(TEST_DAY, n - 2))

const holds = () => {
  test('the balance of any account on any day is the plain sum of its rows', async () => {
    for (const account of ACCOUNTS)
      for (const day of days)
        expect(await getEndOfDayBalance(database.db, account, day), `${account} on ${day}`).toBe(
          (await sumRows(account, 'effective_date <= $2', [day])).balance,
        )
  })

  test('a statement of any days has each row of them and balances that follow', async () => {
    for (const account of ACCOUNTS.slice(0, 5)) {
      const first = addDays(TEST_DAY, randomInt(DAYS))
      const last = addDays(first, randomInt(10))
      const lines = await listPeriodStatementLines(database.db, account, first, last)

      expect(lines).toHaveLength(
        (await sumRows(account, 'effective_date between $2 and $3', [first, last])).many,
      )

      let balance = await getEndOfDayBalance(database.db, account, addDays(first, -1))
      for (const line of lines) {
        balance += line.change
        expect(line.balance).toBe(balance)
      }

      expect(balance).toBe(await getEndOfDayBalance(database.db, account, last))
    }
  })

  test('a trial balance at any number or day is zero per currency and sums its rows', async () => {
    const { rows } = await database.owner.query(
      'select max(last_seq) as head from ledger.chain_block',
    )
    const seqs = Array.from({ length: 12 }, () => BigInt(randomInt(Number(rows[0].head) + 1)))

    for (const at of [0n, ...seqs, BigInt(rows[0].head), ...days.filter((_, n) => n % 5 === 0)]) {
      const lines = await getHistoricalTrialBalance(database.db, at)
      const sums = Map.groupBy(lines, (line) => line.currency)

      for (const [currency, group] of sums)
        expect(
          group.reduce((sum, line) => sum + line.balance, 0n),
          `${currency} at ${at}`,
        ).toBe(0n)

      const cash = lines.find((line) => line.accountType === 'member_cash')?.balance ?? 0n
      let expected = 0n

      for (const account of ACCOUNTS.slice(0, MEMBERS))
        expected +=
          typeof at === 'bigint'
            ? await getHistoricalBalance(database.db, account, at)
            : await getEndOfDayBalance(database.db, account, at as Day)

      expect(cash, `at ${at}`).toBe(expected)
    }
  })
}

describe('while some of it is not marked yet', holds)

test('with everything marked it is the same, and what marks rely on verifies', async () => {
  await writeBalanceSnapshots(database)
  expect(await verifyLedger(database.db)).toEqual([])
})

describe('with everything marked', holds)

test('the history was worth it: rows came late for their day', async () => {
  const { rows } = await database.owner.query('select count(*) as many from ledger.backdated')
  expect(Number(rows[0].many)).toBeGreaterThan(20)
})

test.each([
  [
    'a sum of an account type',
    "update ledger.account_type_snapshot set balance = balance + 1 where account_type = 'member_cash'",
  ],
  [
    'a missing sum of an account type',
    "delete from ledger.account_type_snapshot where account_type = 'member_cash'",
  ],
  [
    'where a day begins',
    'update ledger.day_mark set first_seq = first_seq + 1 where first_seq > 5',
  ],
  [
    'a late row forgotten',
    'delete from ledger.backdated where seq = (select min(seq) from ledger.backdated)',
  ],
  [
    'a backdated row of another day',
    'update ledger.backdated set effective_date = effective_date + 1',
  ],
])('verify finds a change of what reading by day relies on: %s', async (_what, tampering) => {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(tampering)
    expect((await client.query('select * from ledger.verify()')).rowCount).toBeGreaterThan(0)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
