import { reactivateMember } from '#modules/identity/commands/reactivate-member.ts'
import { suspendMember } from '#modules/identity/commands/suspend-member.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { Scenario } from '../scenario.ts'

const suspension = { reason: 'A question about a payment.', reviewOn: '2030-01-05' }

export const scenarios: readonly Scenario[] = [
  {
    command: 'identity/suspend-member',
    prepare: async ({ app, ruth }) => {
      const { member } = await createTestMember(app)
      return { run: (on) => suspendMember(on, ruth, { memberId: member.id, ...suspension }) }
    },
  },
  {
    command: 'identity/reactivate-member',
    prepare: async ({ app, ruth }) => {
      const { member } = await createTestMember(app)
      await suspendMember(app, ruth, { memberId: member.id, ...suspension })
      return { run: (on) => reactivateMember(on, ruth, { memberId: member.id }) }
    },
  },
]
