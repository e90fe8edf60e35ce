import { aMember } from '#modules/identity/testing.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { tightenApproval } from '#modules/ledger/commands/tighten-approval.ts'
import { writeCheckpoints } from '#modules/ledger/commands/write-checkpoints.ts'
import { fund } from '#modules/withdrawals/testing.ts'
import type { House, Scenario } from '../scenario.ts'

async function posted({ app, planId }: House) {
  await sealJournal(app) // what other scenarios posted
  const { member } = await aMember(app)
  await fund(app, member.id, { cash: 10_000n, invested: 200_000n, planVersionId: planId })
}

/**
 * Each time a cent less than before, or it would be no change; far above what other scenarios
 * adjust by.
 */
let tightened = 100_000n

export const scenarios: Scenario[] = [
  {
    command: 'ledger/seal-journal',
    prepare: async (house) => {
      await posted(house)
      return { run: sealJournal }
    },
  },
  {
    command: 'ledger/write-checkpoints',
    prepare: async (house) => {
      await sealJournal(house.app)
      await writeCheckpoints(house.app)
      await posted(house)
      await sealJournal(house.app)
      return { run: writeCheckpoints }
    },
  },
  {
    command: 'ledger/tighten-approval',
    prepare: async () => {
      const from = --tightened
      return { run: (on) => tightenApproval(on, { kind: 'adjusted', from }) }
    },
  },
]
