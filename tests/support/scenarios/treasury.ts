import { invariant } from '#lib/invariant.ts'
import { askOutside } from '#modules/treasury/commands/ask-outside.ts'
import { fetchOutsideBalances } from '#modules/treasury/commands/fetch-outside-balances.ts'
import { recordOutsideBalance } from '#modules/treasury/commands/record-outside-balance.ts'
import { remindOverdueBreaks } from '#modules/treasury/commands/remind-overdue-breaks.ts'
import { resolveBreak } from '#modules/treasury/commands/resolve-break.ts'
import { takeBreak } from '#modules/treasury/commands/take-break.ts'
import { listBreaks, listCustody } from '#modules/treasury/queries.ts'
import { BANK, payIn, plantDifference } from '#modules/treasury/testing.ts'
import type { House, Scenario } from '../scenario.ts'

const HOUR = 3_600_000

async function explained({ app, ruth }: House) {
  for (const { id: breakId } of await listBreaks(app.db, { open: true }))
    await resolveBreak(app, ruth, { breakId, explanation: 'Planted by a test before.' })
}

/** An open break of the bank's, anew: what was open is explained first. */
async function broken(house: House): Promise<string> {
  const { app } = house
  await explained(house)
  await payIn(app, 1_000n)
  await plantDifference(app, { units: 1n })
  app.clock.advance(HOUR)
  await fetchOutsideBalances(app)

  const [open] = await listBreaks(app.db, { open: true })
  invariant(open, 'a difference opens a break')

  return open.id
}

/** Outside and books agree, whatever was planted before. */
async function agreeing(house: House) {
  const { app } = house
  await payIn(app, 1_000n)

  for (let look = 0; look < 2; look++) {
    app.clock.advance(HOUR)
    await fetchOutsideBalances(app)
    for (const { account, outside } of await listCustody(app.db))
      if (outside?.difference) await plantDifference(app, { account, units: -outside.difference })
  }

  app.clock.advance(HOUR)
}

export const scenarios: Scenario[] = [
  {
    command: 'treasury/record-outside-balance',
    prepare: async (house) => {
      const { app, ines } = house
      await explained(house)
      app.clock.advance(HOUR)
      const seen = { account: BANK, amount: '9.99', asOf: app.clock.now(), evidence: 'statement 7' }
      return { run: (on) => recordOutsideBalance(on, ines, seen) }
    },
  },
  {
    command: 'treasury/fetch-outside-balances',
    // Each account in a transaction of its own: one that can't be asked holds up no other, and is
    // asked again.
    stages: [1, 2, 3, 4].map((accounts) => [`public.outside_balance +${accounts} -0`]),
    prepare: async (house) => {
      await agreeing(house)
      return { run: fetchOutsideBalances }
    },
  },
  {
    command: 'treasury/take-break',
    prepare: async (house) => {
      const id = await broken(house)
      return { run: (on) => takeBreak(on, house.ines, id) }
    },
  },
  {
    command: 'treasury/resolve-break',
    prepare: async (house) => {
      const breakId = await broken(house)
      return {
        run: (on) => resolveBreak(on, house.ruth, { breakId, explanation: 'The bank was late.' }),
      }
    },
  },
  {
    command: 'treasury/remind-overdue-breaks',
    prepare: async (house) => {
      await broken(house)
      house.app.clock.advance(73 * HOUR)
      return { run: remindOverdueBreaks }
    },
  },
  {
    command: 'treasury/ask-outside',
    actsAgain: true,
    prepare: async ({ app, ines }) => {
      await askOutside(app, ines) // the first of all makes the queue
      return { run: (on) => askOutside(on, ines) }
    },
  },
]
