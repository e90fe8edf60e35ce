import { invariant } from '#lib/invariant.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { aMember } from '#modules/identity/testing.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { decideProposal } from '#modules/office/commands/decide-proposal.ts'
import { followBalances } from '#modules/office/commands/follow-balances.ts'
import { approveWithdrawal } from '#modules/withdrawals/commands/approve-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fund, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { House, Scenario } from '../scenario.ts'

/** A withdrawal that one admin has approved and another one has to. */
async function proposed({ app, ines }: House) {
  const { member } = await aMember(app)
  await fund(app, member.id, { cash: 5_000_000n })

  const wanted = { amount: '20000', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(app, member, wanted)
  await approveWithdrawal(app, ines, id)

  const open = await findOpenProposal(app.db, 'withdrawal.approve', id, app.clock.now())
  invariant(open, 'a large withdrawal waits for a second admin')

  return open
}

export const scenarios: Scenario[] = [
  {
    command: 'office/follow-balances',
    prepare: async ({ app }) => {
      const { member } = await aMember(app)
      await sealJournal(app)
      await followBalances(app) // what others left behind
      await fund(app, member.id, { cash: 5_000n })
      await sealJournal(app)
      return { run: followBalances }
    },
  },
  {
    command: 'office/decide-proposal',
    when: 'approved',
    prepare: async (house) => {
      const { id, contentHash } = await proposed(house)
      return {
        run: (on) => decideProposal(on, house.ruth, { id, approve: true, contentHash }),
        call: {
          by: house.ruth,
          path: `/admin/approvals/${id}/approve`,
          body: { hash: contentHash },
        },
      }
    },
  },
  {
    command: 'office/decide-proposal',
    when: 'rejected',
    prepare: async (house) => {
      const { id, contentHash } = await proposed(house)
      const decision = { id, approve: false, contentHash, reason: 'Not this one.' }
      return { run: (on) => decideProposal(on, house.ruth, decision) }
    },
  },
]
