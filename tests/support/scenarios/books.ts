import { sql } from 'kysely'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { checkBooks } from '#modules/books/commands/check-books.ts'
import { proposeUnfreeze } from '#modules/books/commands/propose-unfreeze.ts'
import { requestVerification } from '#modules/books/commands/request-verification.ts'
import { verifyBooks } from '#modules/books/commands/verify-books.ts'
import { writeWitness } from '#modules/books/commands/write-witness.ts'
import { VERIFICATION_LIMIT_MS } from '#modules/books/model.ts'
import { aMember } from '#modules/identity/testing.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import { decideProposal } from '#modules/office/commands/decide-proposal.ts'
import { fund } from '#modules/withdrawals/testing.ts'
import type { House, Scenario } from '../scenario.ts'

const REASON = 'Found, understood and put right.'

async function something({ app }: House) {
  const { member } = await aMember(app)
  await fund(app, member.id, { cash: 10_000n })
  await sealJournal(app)
}

async function thaw({ app, ruth, ines }: House) {
  const freeze = await findFreeze(app.db)
  if (!freeze) return

  const about = `freeze_${freeze.id}`
  const { id, contentHash } =
    (await findOpenProposal(app.db, 'books.unfreeze', about, app.clock.now())) ??
    (await proposeUnfreeze(app, ruth, { reason: REASON }))
  await decideProposal(app, ines, { id, approve: true, contentHash })
}

async function frozen(house: House) {
  await thaw(house)
  await sql`select ledger.freeze_books('a test', ${house.app.clock.now()})`.execute(house.app.db)
}

export const scenarios: Scenario[] = [
  {
    command: 'books/check-books',
    prepare: async (house) => {
      await something(house)
      return { run: (on) => checkBooks(on) }
    },
  },
  {
    command: 'books/write-witness',
    prepare: async (house) => {
      await something(house)
      house.app.clock.advance(86_400_000)
      return { run: writeWitness }
    },
  },
  {
    command: 'books/propose-unfreeze',
    prepare: async (house) => {
      await frozen(house)
      return { run: (on) => proposeUnfreeze(on, house.ruth, { reason: REASON }) }
    },
    finish: thaw,
  },
  {
    command: 'books/request-verification',
    prepare: async ({ app, ines }) => {
      app.clock.advance(VERIFICATION_LIMIT_MS + 1)
      await requestVerification(app, ines) // the first of all makes the queue
      app.clock.advance(VERIFICATION_LIMIT_MS + 1)
      return { run: (on) => requestVerification(on, ines) }
    },
  },
  {
    command: 'books/verify-books',
    // Each step is told while the snapshot is still read, so that somebody sees how far it has got.
    stages: [[]],
    prepare: async ({ app, ines }) => {
      app.clock.advance(VERIFICATION_LIMIT_MS + 1)
      const id = await requestVerification(app, ines)
      return { run: (on) => verifyBooks(on, { id }) }
    },
  },
]
