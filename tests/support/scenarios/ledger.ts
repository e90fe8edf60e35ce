import { createTestMember } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { tightenApproval } from '#modules/ledger/commands/tighten-approval.ts'
import { writeBalanceSnapshots } from '#modules/ledger/commands/write-balance-snapshots.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

async function createPostings({ app, planId }: ScenarioContext) {
  await chainJournal(app) // what other scenarios posted
  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 10_000n, invested: 200_000n, planVersionId: planId })
}

/**
 * Each time a cent less than before, or it would be no change; far above what other scenarios
 * adjust by.
 */
let tightened = 100_000n

export const scenarios: Scenario[] = [
  {
    command: 'ledger/chain-journal',
    prepare: async (context) => {
      await createPostings(context)
      return { run: chainJournal }
    },
  },
  {
    command: 'ledger/write-balance-snapshots',
    prepare: async (context) => {
      await chainJournal(context.app)
      await writeBalanceSnapshots(context.app)
      await createPostings(context)
      await chainJournal(context.app)
      return { run: writeBalanceSnapshots }
    },
  },
  {
    command: 'ledger/tighten-approval',
    prepare: async () => {
      const from = --tightened
      return { run: (on) => tightenApproval(on, { transferType: 'adjusted', from }) }
    },
  },
]
