import { invariant } from '#lib/invariant.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { followBalances } from '#modules/backoffice/commands/follow-balances.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

/** A withdrawal that one admin has approved and another one has to. */
async function createApprovalProposal({ app, ines }: ScenarioContext) {
  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 5_000_000n })

  const input = { amount: '20000', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(app, member, input)
  await approveReviewed(app, ines, id)

  const open = await findOpenProposal(app.db, 'withdrawal.approve', id, app.clock.now())
  invariant(open, 'a large withdrawal waits for a second admin')

  return open
}

export const scenarios: Scenario[] = [
  {
    command: 'backoffice/follow-balances',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      await chainJournal(app)
      await followBalances(app) // what others left behind
      await fundMember(app, member.id, { cash: 5_000n })
      await chainJournal(app)
      return { run: followBalances }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of a large withdrawal',
    decides: 'withdrawal.approve',
    prepare: async (context) => {
      const { id, contentHash } = await createApprovalProposal(context)
      const decision = { id, approve: true, contentHash, addressReviewed: true }
      return {
        run: (on) => decideProposal(on, context.ruth, decision),
        call: {
          by: context.ruth,
          path: `/admin/approvals/${id}/approve`,
          body: { hash: contentHash, addressReviewed: true },
        },
      }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'that is rejected',
    prepare: async (context) => {
      const { id, contentHash } = await createApprovalProposal(context)
      const decision = { id, approve: false, contentHash, reason: 'Not this one.' }
      return { run: (on) => decideProposal(on, context.ruth, decision) }
    },
  },
]
