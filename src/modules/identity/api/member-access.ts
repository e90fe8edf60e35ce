import type { CallContext } from '#platform/http/http.ts'
import { endMemberSessions } from '../commands/end-member-sessions.ts'
import { giveAccountBack } from '../commands/give-account-back.ts'
import { resetFactor } from '../commands/reset-factor.ts'
import { getMemberFactorsView } from '../queries/security.ts'
import { assertRecentStaffAuth } from '../queries.ts'
import { calls } from './calls.ts'

/** Requires a recent authentication before a change to a staff member's sign-in methods. */
async function requireRecentStaffAuth({ app, session }: CallContext) {
  if (session) await assertRecentStaffAuth(app, session)
}

/** The handlers of what staff may do about a member's sign-in. */
export const memberAccessHandlers = {
  memberFactors: calls.memberFactors.handler(async ({ context, input }) => ({
    message: "The member's two-factor authentication",
    data: await getMemberFactorsView(context.app, input.id),
  })),
  resetFactor: calls.resetFactor.handler(async ({ context, input: { id: memberId, reason } }) => {
    await requireRecentStaffAuth(context)
    const waits = await resetFactor(context.app, context.admin(), { memberId, reason })
    if (waits) return { status: 202 as const, body: { message: 'Waiting for approval' } }
    return { status: 200 as const, body: { message: 'Two-factor authentication was reset.' } }
  }),
  endMemberSessions: calls.endMemberSessions.handler(async ({ context, input }) => {
    await requireRecentStaffAuth(context)
    await endMemberSessions(context.app, context.admin(), input.id)
    return { message: 'The member was logged out everywhere.' }
  }),
  giveAccountBack: calls.giveAccountBack.handler(
    async ({ context, input: { id: memberId, ...rest } }) => {
      await requireRecentStaffAuth(context)

      const waits = await giveAccountBack(context.app, context.admin(), { memberId, ...rest })
      if (waits) return { status: 202 as const, body: { message: 'Waiting for approval' } }

      return {
        status: 200 as const,
        body: {
          message: 'Access restored. We’ve emailed the member a link to set a new password.',
        },
      }
    },
  ),
}
