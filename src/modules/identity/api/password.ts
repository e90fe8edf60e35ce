import { DomainError } from '#lib/errors.ts'
import { limit } from '#platform/http/limit.ts'
import { changePassword } from '../commands/change-password.ts'
import { requestAdminReset } from '../commands/request-admin-reset.ts'
import { requestReset } from '../commands/request-reset.ts'
import { resetPassword } from '../commands/reset-password.ts'
import { LIMITS } from '../model.ts'
import { assessPassword } from '../queries/password-rules.ts'
import { calls } from './calls.ts'
import { enforceMinDuration, MAIL_MS } from './min-duration.ts'
import { readVisitor } from './request-sessions.ts'

/** The log-in page of each kind of account. */
export const LOG_IN_AT = { member: '/login', admin: '/admin-login' } as const

const RESET_SENT =
  'If this address has an account, a link to set a new password is on its way to it.'

/** Resetting, changing and checking a password. */
export const passwordHandlers = {
  forgotPassword: calls.forgotPassword.handler(async ({ context, input }) => {
    await enforceMinDuration(MAIL_MS, () => requestReset(context.app, readVisitor(context), input))
    return { message: RESET_SENT }
  }),
  resetPassword: calls.resetPassword.handler(async ({ context, input }) => {
    const kind = await resetPassword(context.app, readVisitor(context), {
      token: input.id,
      password: input.password,
    })
    return { message: 'Password reset successfully', data: { logInAt: LOG_IN_AT[kind] } }
  }),
  changePassword: calls.changePassword.handler(async ({ context, input }) => {
    const currentPassword = input.current_password ?? input.old_password
    if (currentPassword === undefined)
      throw new DomainError(
        'validation',
        400,
        'Please enter your current password.',
        'current_password',
      )

    if (input.confirm_password !== undefined && input.confirm_password !== input.new_password)
      throw new DomainError(
        'validation',
        400,
        'New password and confirm password do not match',
        'confirm_password',
      )

    const sessionId = context.session?.id ?? ''
    const change = { currentPassword, newPassword: input.new_password, sessionId }
    await changePassword(context.app, context.member(), change)

    return { message: 'Password changed. Your other sessions were ended.' }
  }),
  checkPassword: calls.checkPassword.handler(async ({ context: { app, member }, input }) => {
    await limit(app, 'password-check', member().id, LIMITS.passwordCheck)
    return { message: 'Password', data: assessPassword(input.new_password, member()) }
  }),
}

/** The link to a new password for staff. */
export const staffResetHandlers = {
  adminForgotPassword: calls.adminForgotPassword.handler(async ({ context, input }) => {
    await enforceMinDuration(MAIL_MS, () =>
      requestAdminReset(context.app, readVisitor(context), input),
    )
    return { message: RESET_SENT }
  }),
}
