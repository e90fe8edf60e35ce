import { sql } from 'kysely'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { proposeUnfreeze } from '#modules/integrity/commands/propose-unfreeze.ts'
import { requestVerification } from '#modules/integrity/commands/request-verification.ts'
import { verifyIntegrity } from '#modules/integrity/commands/verify-integrity.ts'
import { writeAnchor } from '#modules/integrity/commands/write-anchor.ts'
import { VERIFICATION_LIMIT_MS } from '#modules/integrity/model.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

const REASON = 'Found, understood and put right.'

async function something({ app }: ScenarioContext) {
  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 10_000n })
  await chainJournal(app)
}

async function unfreezeLedger({ app, ruth, ines }: ScenarioContext) {
  const freeze = await findFreeze(app.db)
  if (!freeze) return

  const about = `freeze_${freeze.id}`
  const { id, contentHash } =
    (await findOpenProposal(app.db, 'ledger.unfreeze', about, app.clock.now())) ??
    (await proposeUnfreeze(app, ruth, { reason: REASON }))
  await decideProposal(app, ines, { id, approve: true, contentHash })
}

async function freezeLedger(context: ScenarioContext) {
  await unfreezeLedger(context)
  await sql`select ledger.freeze_ledger('a test', ${context.app.clock.now()})`.execute(
    context.app.db,
  )
}

export const scenarios: Scenario[] = [
  {
    command: 'integrity/check-integrity',
    prepare: async (context) => {
      await something(context)
      return { run: (on) => checkIntegrity(on) }
    },
  },
  {
    command: 'integrity/write-anchor',
    prepare: async (context) => {
      await something(context)
      context.app.clock.advance(86_400_000)
      return { run: writeAnchor }
    },
  },
  {
    command: 'integrity/propose-unfreeze',
    prepare: async (context) => {
      await freezeLedger(context)
      return { run: (on) => proposeUnfreeze(on, context.ruth, { reason: REASON }) }
    },
    finish: unfreezeLedger,
  },
  {
    command: 'integrity/request-verification',
    prepare: async ({ app, ines }) => {
      app.clock.advance(VERIFICATION_LIMIT_MS + 1)
      await requestVerification(app, ines) // the first of all makes the queue
      app.clock.advance(VERIFICATION_LIMIT_MS + 1)
      return { run: (on) => requestVerification(on, ines) }
    },
  },
  {
    command: 'integrity/verify-integrity',
    // Each step is recorded while the snapshot is still read, so that the staff sees the progress.
    stages: [[]],
    prepare: async ({ app, ines }) => {
      app.clock.advance(VERIFICATION_LIMIT_MS + 1)
      const id = await requestVerification(app, ines)
      return { run: (on) => verifyIntegrity(on, { id }) }
    },
  },
]
