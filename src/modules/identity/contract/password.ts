import { z } from 'zod'
import { anyone, member } from '#platform/http/contract.ts'
import { buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { email, password, tags, token } from './fields.ts'

/** Resetting, changing and checking a password. */
export const passwordCalls = {
  forgotPassword: anyone
    .route({
      method: 'POST',
      path: '/user/forget-pass',
      summary: 'Ask for a link to a new password',
      tags,
    })
    .input(z.object({ email }))
    .output(messageOnly),
  resetPassword: anyone
    .route({
      method: 'POST',
      path: '/user/change/{id}',
      summary: 'Set a new password by the link',
      tags,
    })
    .input(z.object({ id: token, password }))
    .output(buildEnvelope(z.object({ logInAt: z.enum(['/login', '/admin-login']) }))),
  changePassword: member
    .route({ method: 'PATCH', path: '/user/pass', summary: 'Change the password', tags })
    .input(
      z.object({
        current_password: password.optional(),
        old_password: password.optional(),
        new_password: password,
        confirm_password: z.string().max(1024).optional(),
      }),
    )
    .output(messageOnly),
  checkPassword: member
    .route({
      method: 'POST',
      path: '/user/pass/check',
      summary: 'Whether a new password would be taken',
      tags,
    })
    .input(z.object({ new_password: z.string().max(1024) }))
    .output(
      buildEnvelope(
        z.object({
          verdict: z.enum(['short', 'long', 'common', 'fair', 'strong']),
          text: z.string(),
        }),
      ),
    ),
}
