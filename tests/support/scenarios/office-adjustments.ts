import { invariant } from '#lib/invariant.ts'
import { aMember } from '#modules/identity/testing.ts'
import { adjustBalance } from '#modules/office/commands/adjust-balance.ts'
import { decideProposal } from '#modules/office/commands/decide-proposal.ts'
import { capitalOf } from '#modules/treasury/testing.ts'
import { fund } from '#modules/withdrawals/testing.ts'
import type { House, Scenario } from '../scenario.ts'

const reason = 'A test of what is left.'

async function funded({ app }: House) {
  await capitalOf(app, 'USD', 10_000_000n)
  const { member } = await aMember(app)
  await fund(app, member.id, { cash: 500_000n })
  return member
}

export const scenarios: Scenario[] = [
  {
    command: 'office/adjust-balance',
    when: 'done at once',
    prepare: async (house) => {
      const { id: memberId } = await funded(house)
      const form = {
        withdrawableBalance: '5250',
        expectedBalance: '5000',
        firstName: 'Ana',
        reason,
      }

      const body = {
        withdrawable_balance: 5250,
        expected_balance: '5000',
        first_name: 'Ana',
        reason,
      }

      return {
        run: (on) => adjustBalance(on, house.ines, { memberId, ...form }),
        call: { by: house.ines, path: `/users/${memberId}`, body, method: 'PATCH' },
      }
    },
  },
  {
    command: 'office/adjust-balance',
    when: 'proposed',
    prepare: async (house) => {
      const { id: memberId } = await funded(house)
      const body = { withdrawable_balance: '3000', reason }

      return {
        run: (on) =>
          adjustBalance(on, house.ines, { memberId, withdrawableBalance: '3000', reason }),
        call: { by: house.ines, path: `/users/${memberId}`, body, method: 'PATCH' },
      }
    },
  },
  {
    command: 'office/decide-proposal',
    when: 'of an adjustment',
    prepare: async (house) => {
      const { id: memberId } = await funded(house)
      const form = { memberId, withdrawableBalance: '9000', reason }
      const proposal = await adjustBalance(house.app, house.ines, form)

      invariant(proposal, 'a large adjustment waits for a second admin')

      const { id, contentHash } = proposal

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
]
