import type { Admin, Member } from '../model.ts'
import { calls } from './calls.ts'
import { listRequestSessions } from './request-sessions.ts'

const toAdminInfo = (admin: Admin) => ({
  _id: admin.id,
  first_name: admin.firstName,
  last_name: admin.lastName,
  email: admin.email,
  role: admin.role,
})

const toMemberInfo = (member: Member) => ({
  _id: member.id,
  first_name: member.firstName,
  last_name: member.lastName,
  email: member.email,
  status: member.status,
  suspended_reason: member.suspendedReason,
  review_on: member.reviewOn,
})

/** The people signed in with this browser. */
export const sessionHandlers = {
  admin: calls.admin.handler(({ context }) => ({
    message: 'Logged in.',
    data: toAdminInfo(context.admin()),
  })),
  session: calls.session.handler(async ({ context }) => {
    const held = await listRequestSessions(context)
    const member = held.find((signedIn) => signedIn.kind === 'member')
    const admin = held.find((signedIn) => signedIn.kind === 'admin')
    const data = {
      now: context.app.clock.now(),
      member: member
        ? {
            ...toMemberInfo(member.member),
            idleUntil: member.session.idleUntil,
            endsAt: member.session.endsAt,
          }
        : null,
      admin: admin
        ? {
            ...toAdminInfo(admin.admin),
            idleUntil: admin.session.idleUntil,
            endsAt: admin.session.endsAt,
          }
        : null,
    }

    return { message: held.length > 0 ? 'Logged in.' : 'No session is open.', data }
  }),
}
