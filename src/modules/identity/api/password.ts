import { DomainError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import type { CallContext } from '#platform/http/http.ts'
import { limit } from '#platform/http/limit.ts'
import { changePassword } from '../commands/change-password.ts'
import { requestAdminReset } from '../commands/request-admin-reset.ts'
import { requestReset } from '../commands/request-reset.ts'
import { resetPassword } from '../commands/reset-password.ts'
import { LIMITS, type Person } from '../model.ts'
import { assessPassword } from '../queries/password-rules.ts'
import { assertRecentFactor } from '../queries.ts'
import { calls } from './calls.ts'
import { enforceMinDuration, MAIL_MS } from './min-duration.ts'
import { readVisitor } from './request-sessions.ts'

/** The log-in page of each kind of account. */
export const LOG_IN_AT = { member: '/login', admin: '/admin-login' } as const

const RESET_SENT =
  'If there’s an account with this email address, we’ve sent a link to reset its password.'

type PasswordChange = {
  current_password: string
  new_password: string
  confirm_password?: string | undefined
}

async function change(context: CallContext, person: Person, input: PasswordChange) {
  if (input.confirm_password !== undefined && input.confirm_password !== input.new_password)
    throw new DomainError(
      'validation',
      400,
      'New password and confirm password do not match',
      'confirm_password',
    )

  const reference = await changePassword(context.app, person, {
    currentPassword: input.current_password,
    newPassword: input.new_password,
    sessionId: context.session?.id ?? '',
  })

  return {
    message: 'Password changed. You’ve been logged out on all other devices.',
    data: { reference },
  }
}

async function check(app: App, person: Person, password: string) {
  await limit(app, 'password-check', person.id, LIMITS.passwordCheck)
  return { message: 'Password', data: assessPassword(password, person) }
}

/** Resetting, changing and checking a password. */
export const passwordHandlers = {
  forgotPassword: calls.forgotPassword.handler(async ({ context, input }) => {
    await enforceMinDuration(MAIL_MS, () => requestReset(context.app, readVisitor(context), input))
    return { message: RESET_SENT }
  }),
  resetPassword: calls.resetPassword.handler(async ({ context, input }) => {
    const { kind, reference } = await resetPassword(context.app, readVisitor(context), {
      token: input.id,
      password: input.password,
    })
    return { message: 'Password reset successfully', data: { logInAt: LOG_IN_AT[kind], reference } }
  }),
  changePassword: calls.changePassword.handler(async ({ context, input }) => {
    const currentPassword = input.current_password ?? input.old_password
    if (currentPassword === undefined)
      throw new DomainError('validation', 400, 'Enter your current password.', 'current_password')

    return await change(context, context.member(), { ...input, current_password: currentPassword })
  }),
  checkPassword: calls.checkPassword.handler(
    async ({ context: { app, member }, input }) => await check(app, member(), input.new_password),
  ),
}

/** Changing and checking the password of a staff member. */
export const staffPasswordHandlers = {
  changeStaffPassword: calls.changeStaffPassword.handler(async ({ context, input }) => {
    await assertRecentFactor(context.app, context.session)
    return await change(context, context.admin(), input)
  }),
  checkStaffPassword: calls.checkStaffPassword.handler(
    async ({ context: { app, admin }, input }) => await check(app, admin(), input.new_password),
  ),
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
