import { invariant } from '#lib/invariant.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
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
const EXPLANATION = 'A test before this one has caused the difference.'

async function explainOpenBreaks(context: ScenarioContext) {
  for (const { id: breakId } of await listBreaks(context.app.db, { open: true }))
    await explainAsTwo(context, breakId)
}

/** Explains a break, a shortage as two admins do. */
async function explainAsTwo({ app, ruth, ines }: ScenarioContext, breakId: string) {
  const waiting = await findOpenProposal(app.db, 'break.explain', breakId, app.clock.now())
  if (waiting) {
    const { id, contentHash } = waiting
    await decideProposal(app, ines, { id, approve: false, contentHash, reason: 'Proposed again.' })
  }

  const { proposal } = await resolveBreak(app, ruth, { breakId, explanation: EXPLANATION })
  if (!proposal) return

  const { id, contentHash } = proposal
  await decideProposal(app, ines, { id, approve: true, contentHash })
}

/** Opens a new break of the bank's account: what was open is explained first. */
async function broken(context: ScenarioContext, units = 1n): Promise<string> {
  const { app } = context
  await explainOpenBreaks(context)
  await payCapital(app, 1_000n)
  await createDifference(app, { units })
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
        run: (on) => resolveBreak(on, context.ruth, { breakId, explanation: EXPLANATION }),
      }
    },
  },
  {
    command: 'treasury/resolve-break',
    when: 'of a shortage',
    prepare: async (context) => {
      const breakId = await broken(context, -500n)
      return {
        run: (on) => resolveBreak(on, context.ruth, { breakId, explanation: EXPLANATION }),
      }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of the explanation of a shortage',
    decides: 'break.explain',
    prepare: async (context) => {
      const { app, ines, ruth } = context
      const breakId = await broken(context, -500n)
      const { proposal } = await resolveBreak(app, ruth, { breakId, explanation: EXPLANATION })
      invariant(proposal, 'a shortage is explained by two admins')

      const { id, contentHash } = proposal
      return {
        run: (on) => decideProposal(on, ines, { id, approve: true, contentHash }),
        call: { by: ines, path: `/admin/approvals/${id}/approve`, body: { hash: contentHash } },
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
