import { z } from 'zod'
import { adminSelf, anyone, anyoneBeforeOpening, member } from '#platform/http/contract.ts'
import { buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { buildPasswordField, email, tags, token } from './fields.ts'

const currentPassword = buildPasswordField('Enter your current password.')
const reference = z.string().meta({ description: 'the id of its audit event' })
const newPassword = buildPasswordField('Enter a new password.')

const confirmPassword = z.string().max(1024).optional()
const passwordToCheck = z.object({ new_password: z.string().max(1024) })
const passwordVerdict = buildEnvelope(
  z.object({
    verdict: z.enum(['short', 'long', 'common', 'fair', 'strong']),
    text: z.string(),
  }),
)

/** Resetting, changing and checking a password. */
export const passwordCalls = {
  forgotPassword: anyone
    .route({
      method: 'POST',
      path: '/user/forget-pass',
      summary: 'Request a password reset link',
      tags,
    })
    .input(z.object({ email }))
    .output(messageOnly),
  resetPassword: anyoneBeforeOpening
    .route({
      method: 'POST',
      path: '/user/change/{id}',
      summary: 'Set a new password by the link',
      tags,
    })
    .input(z.object({ id: token, password: newPassword }))
    .output(buildEnvelope(z.object({ logInAt: z.enum(['/login', '/admin-login']), reference }))),
  changePassword: member
    .route({ method: 'PATCH', path: '/user/pass', summary: 'Change the password', tags })
    .input(
      z.object({
        current_password: currentPassword.optional(),
        old_password: currentPassword.optional(),
        new_password: newPassword,
        confirm_password: confirmPassword,
      }),
    )
    .output(buildEnvelope(z.object({ reference }))),
  checkPassword: member
    .route({
      method: 'POST',
      path: '/user/pass/check',
      summary: 'Check whether a new password is accepted',
      tags,
    })
    .input(passwordToCheck)
    .output(passwordVerdict),
}

/** Changing and checking the password of a staff member. */
export const staffPasswordCalls = {
  changeStaffPassword: adminSelf
    .route({ method: 'PATCH', path: '/admin/pass', summary: 'Change my password', tags })
    .input(
      z.object({
        current_password: currentPassword,
        new_password: newPassword,
        confirm_password: confirmPassword,
      }),
    )
    .output(buildEnvelope(z.object({ reference }))),
  checkStaffPassword: adminSelf
    .route({
      method: 'POST',
      path: '/admin/pass/check',
      summary: 'Check whether my new password is accepted',
      tags,
    })
    .input(passwordToCheck)
    .output(passwordVerdict),
}
