import { invariant } from '#lib/invariant.ts'
import { adjustBalance } from '#modules/backoffice/commands/adjust-balance.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

const reason = 'A test of what is left.'

async function createFundedMember({ app }: ScenarioContext) {
  await fundCapital(app, 'USD', 10_000_000n)
  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 500_000n })
  return member
}

export const scenarios: Scenario[] = [
  {
    command: 'backoffice/adjust-balance',
    when: 'done at once',
    prepare: async (context) => {
      const { id: memberId } = await createFundedMember(context)
      const form = {
        withdrawableBalance: '5010',
        expectedBalance: '5000',
        firstName: 'Ana',
        reason,
      }

      const body = {
        withdrawable_balance: 5010,
        expected_balance: '5000',
        first_name: 'Ana',
        reason,
      }

      return {
        run: (on) => adjustBalance(on, context.ines, { memberId, ...form }),
        call: { by: context.ines, path: `/users/${memberId}`, body, method: 'PATCH' },
      }
    },
  },
  {
    command: 'backoffice/adjust-balance',
    when: 'proposed',
    prepare: async (context) => {
      const { id: memberId } = await createFundedMember(context)
      const body = { withdrawable_balance: '3000', reason }

      return {
        run: (on) =>
          adjustBalance(on, context.ines, { memberId, withdrawableBalance: '3000', reason }),
        call: { by: context.ines, path: `/users/${memberId}`, body, method: 'PATCH' },
      }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of an adjustment',
    decides: 'balance.adjust',
    prepare: async (context) => {
      const { id: memberId } = await createFundedMember(context)
      const form = { memberId, withdrawableBalance: '9000', reason }
      const proposal = await adjustBalance(context.app, context.ines, form)

      invariant(proposal, 'a large adjustment waits for a second admin')

      const { id, contentHash } = proposal

      return {
        run: (on) => decideProposal(on, context.ruth, { id, approve: true, contentHash }),
        call: {
          by: context.ruth,
          path: `/admin/approvals/${id}/approve`,
          body: { hash: contentHash },
        },
      }
    },
  },
]
