import { cancelEmailChange } from '../commands/cancel-email-change.ts'
import { changeEmail } from '../commands/change-email.ts'
import { requestEmailChange } from '../commands/request-email-change.ts'
import { updateProfile } from '../commands/update-profile.ts'
import { getProfile } from '../queries/profile.ts'
import { assertRecentFactor } from '../queries.ts'
import { calls } from './calls.ts'
import { enforceMinDuration, MAIL_MS } from './min-duration.ts'
import { readVisitor } from './request-sessions.ts'

/** A member's profile and e-mail address. */
export const profileHandlers = {
  profile: calls.profile.handler(async ({ context: { app, member } }) => ({
    message: 'Profile',
    data: await getProfile(app, member().id),
  })),
  updateProfile: calls.updateProfile.handler(async ({ context: { app, member }, input }) => {
    const { version, first_name, last_name, phone_number, country } = input
    const { id } = await updateProfile(app, member(), {
      version,
      ...(first_name !== undefined && { firstName: first_name }),
      ...(last_name !== undefined && { lastName: last_name }),
      ...(phone_number !== undefined && { phoneNumber: phone_number }),
      ...(country !== undefined && { country }),
    })

    return { message: 'Profile saved.', data: await getProfile(app, id) }
  }),
  requestEmailChange: calls.requestEmailChange.handler(async ({ context, input }) => {
    const { app, member, session } = context
    await assertRecentFactor(app, session)
    await enforceMinDuration(MAIL_MS, () => requestEmailChange(app, member(), input))
    return {
      message: 'We’ve emailed a confirmation link to the new address. It expires in 30 minutes.',
    }
  }),
  cancelEmailChange: calls.cancelEmailChange.handler(async ({ context: { app, member } }) => {
    await cancelEmailChange(app, member())
    return { message: 'Email change cancelled.' }
  }),
  changeEmail: calls.changeEmail.handler(async ({ context, input }) => {
    await changeEmail(context.app, readVisitor(context), input)
    return { message: 'Email address changed.' }
  }),
}
