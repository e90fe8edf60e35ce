import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_CHAINS } from '#modules/chains/adapters/chain-provider.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { findEntry } from '#modules/ledger/queries.ts'
import { createSimulatedPrices } from '#modules/market/adapters/simulated-prices.ts'
import { createSystemClock } from '#platform/clock.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { openMetrics } from '#platform/monitoring/metrics.ts'
import { readConfig } from '../../src/config.ts'
import { measures } from '../../src/metrics.ts'
import type { TestDatabase } from '../support/database.ts'
import {
  count,
  describeProblems,
  ledgerUnderLoad,
  member,
  postDeposit,
} from '../support/ledger-load.ts'
import { pickScale } from '../support/scale.ts'

const DEPOSITS = pickScale(60, 1000)
let database: TestDatabase

beforeAll(async () => {
  database = await ledgerUnderLoad()
}, 120_000)
afterAll(async () => {
  expect(await describeProblems(database)).toBe('')
  await database.close()
})

test(
  'a transaction that stays open holds up only its own rows, and is chained last',
  async () => {
    await runInTransaction(database.db, async (tx) => {
      await postDeposit(tx, 'open', member(1), 5n)

      let waiting = 0
      for (let i = 0; i < DEPOSITS; i++) {
        await runInTransaction(database.db, (other) =>
          postDeposit(other, `d${i}`, member(2 + (i % 20)), 5n),
        )
        await chainJournal(database)
        waiting = Math.max(waiting, await count(database, 'ledger.unchained_journal'))
      }

      expect(waiting).toBe(0)
    })

    await chainJournal(database)
    expect((await findEntry(database.db, 'open/coin'))?.seq).toBe(BigInt(2 * DEPOSITS + 1))
  },
  pickScale(120_000, 900_000),
)

/** Returns what a scrape would show now. */
async function figures() {
  const clock = createSystemClock()
  const { db, pool } = database
  const prices = createSimulatedPrices(clock)
  const app = { db, pool, clock, prices, chains: NO_CHAINS, config: readConfig({}) }
  const text = await openMetrics(app, measures).text()
  const figure = (name: string) => Number(new RegExp(`^candor_${name} (.*)$`, 'm').exec(text)?.[1])

  return {
    lag: figure('chain_lag_seconds'),
    gap: figure('chain_gap_entries'),
    oldest: figure('oldest_transaction_seconds'),
    entries: figure('journal_entries'),
  }
}

const OPEN_SECONDS = pickScale(2, 120)
/** One that waits for the open transaction ends with an error after the lock timeout of 10 s. */
const MAX_MS = 8_000

test(
  'a transaction left open delays the chaining of its own rows only, and the figures show how long',
  async () => {
    await chainJournal(database)
    expect(await figures()).toMatchObject({ lag: 0, gap: 0 })

    let slowest = 0
    await runInTransaction(database.db, async (tx) => {
      const [own] = await postDeposit(tx, 'left open', member(1), 5n)

      for (const stop = Date.now() + OPEN_SECONDS * 1000; Date.now() < stop; ) {
        const begun = Date.now()
        const event = `beside/${begun}`
        await runInTransaction(database.db, (other) => postDeposit(other, event, member(2), 5n))
        await chainJournal(database)
        slowest = Math.max(slowest, Date.now() - begun)

        expect(
          (await findEntry(database.db, `${event}/coin`))?.seq,
          'chained at once',
        ).not.toBeNull()

        await pause(50)
      }

      const { lag, gap, oldest, entries } = await figures()
      expect({ lag, gap }, 'nothing that is committed waits').toEqual({ lag: 0, gap: 2 })
      expect(oldest).toBeGreaterThanOrEqual(OPEN_SECONDS)
      expect(entries).toBeGreaterThan(Number(own?.journalId) + 2)
    })

    expect(slowest, 'no transaction waited for it').toBeLessThan(MAX_MS)

    const committed = await figures()
    expect(committed).toMatchObject({ gap: 2 })
    expect(committed.lag, 'its rows have waited since they were written').toBeGreaterThanOrEqual(
      OPEN_SECONDS,
    )

    await chainJournal(database)

    const { lag, gap, oldest } = await figures()
    expect({ lag, gap }).toEqual({ lag: 0, gap: 0 })
    expect(oldest).toBeLessThan(OPEN_SECONDS)
    expect((await findEntry(database.db, 'left open/coin'))?.seq).not.toBeNull()
  },
  pickScale(120_000, 900_000),
)

test('the lag grows until the journal is chained', async () => {
  await runInTransaction(database.db, (tx) => postDeposit(tx, 'waiting', member(3), 5n))
  await pause(300)

  const { lag } = await figures()
  expect(lag).toBeGreaterThan(0.29)
  expect(lag).toBeLessThan(30)

  await chainJournal(database)
  expect((await figures()).lag).toBe(0)
})

test('chaining is refused after a write, since its snapshot would be too old', async () => {
  const refused = runInTransaction(database.db, async (tx) => {
    await postDeposit(tx, 'late', member(1), 5n)
    await chainJournal({ db: tx })
  })
  await expect(refused).rejects.toThrow('must come first')
})
