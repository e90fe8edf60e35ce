import { invariant } from '#lib/invariant.ts'
import { fetchOutsideBalances } from '#modules/treasury/commands/fetch-outside-balances.ts'
import { recordOutsideBalance } from '#modules/treasury/commands/record-outside-balance.ts'
import { remindOverdueBreaks } from '#modules/treasury/commands/remind-overdue-breaks.ts'
import { requestOutsideBalances } from '#modules/treasury/commands/request-outside-balances.ts'
import { resolveBreak } from '#modules/treasury/commands/resolve-break.ts'
import { takeBreak } from '#modules/treasury/commands/take-break.ts'
import { listBreaks, listCustody } from '#modules/treasury/queries.ts'
import { BANK, createDifference, payCapital } from '#modules/treasury/testing.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

const HOUR = 3_600_000

async function explainOpenBreaks({ app, ruth }: ScenarioContext) {
  for (const { id: breakId } of await listBreaks(app.db, { open: true }))
    await resolveBreak(app, ruth, { breakId, explanation: 'Caused by a test before.' })
}

/** Opens a new break of the bank's account: what was open is explained first. */
async function broken(context: ScenarioContext): Promise<string> {
  const { app } = context
  await explainOpenBreaks(context)
  await payCapital(app, 1_000n)
  await createDifference(app, { units: 1n })
  app.clock.advance(HOUR)
  await fetchOutsideBalances(app)

  const [open] = await listBreaks(app.db, { open: true })
  invariant(open, 'a difference opens a break')

  return open.id
}

/** Makes the outside balances agree with the ledger, whatever difference was made before. */
async function agreeing(context: ScenarioContext) {
  const { app } = context
  await payCapital(app, 1_000n)

  for (let round = 0; round < 2; round++) {
    app.clock.advance(HOUR)
    await fetchOutsideBalances(app)
    for (const { account, outside } of await listCustody(app.db))
      if (outside?.difference) await createDifference(app, { account, units: -outside.difference })
  }

  app.clock.advance(HOUR)
}

export const scenarios: Scenario[] = [
  {
    command: 'treasury/record-outside-balance',
    prepare: async (context) => {
      const { app, ines } = context
      await explainOpenBreaks(context)
      app.clock.advance(HOUR)

      const outsideBalance = {
        account: BANK,
        amount: '9.99',
        asOf: app.clock.now(),
        evidence: 'statement 7',
      }

      return { run: (on) => recordOutsideBalance(on, ines, outsideBalance) }
    },
  },
  {
    command: 'treasury/fetch-outside-balances',
    // Each account in a transaction of its own: one that can't be asked holds up no other, and is
    // asked again.
    stages: [1, 2, 3, 4].map((accounts) => [`public.outside_balance +${accounts} -0`]),
    prepare: async (context) => {
      await agreeing(context)
      return { run: fetchOutsideBalances }
    },
  },
  {
    command: 'treasury/take-break',
    prepare: async (context) => {
      const id = await broken(context)
      return { run: (on) => takeBreak(on, context.ines, id) }
    },
  },
  {
    command: 'treasury/resolve-break',
    prepare: async (context) => {
      const breakId = await broken(context)
      return {
        run: (on) => resolveBreak(on, context.ruth, { breakId, explanation: 'The bank was late.' }),
      }
    },
  },
  {
    command: 'treasury/remind-overdue-breaks',
    prepare: async (context) => {
      await broken(context)
      context.app.clock.advance(73 * HOUR)
      return { run: remindOverdueBreaks }
    },
  },
  {
    command: 'treasury/request-outside-balances',
    repeatable: true,
    prepare: async ({ app, ines }) => {
      await requestOutsideBalances(app, ines) // the first of all makes the queue
      return { run: (on) => requestOutsideBalances(on, ines) }
    },
  },
]
