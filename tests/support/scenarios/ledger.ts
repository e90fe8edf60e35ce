import { aMember } from '#modules/identity/testing.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { writeCheckpoints } from '#modules/ledger/commands/write-checkpoints.ts'
import { fund } from '#modules/withdrawals/testing.ts'
import type { House, Scenario } from '../scenario.ts'

async function posted({ app, planId }: House) {
  await sealJournal(app) // what other scenarios posted
  const { member } = await aMember(app)
  await fund(app, member.id, { cash: 10_000n, invested: 200_000n, planVersionId: planId })
}

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
]
