import { z } from 'zod'
import { admin, anyone, anyoneBeforeOpening } from '#platform/http/contract.ts'
import { buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { email, factorProof, password, sessionMode, tags, token } from './fields.ts'
import { adminInfo } from './session.ts'

const SECOND_STEP =
  'A correct password of a person with 2FA is answered with 401, code ' +
  '`second_factor_needed`, an `mfaChallenge` and the `ways`; the challenge works once, for five ' +
  'minutes.'

export const memberLoggedIn = z.object({
  message: z.string(),
  status: z.string(),
  ststus: z.string(),
  data: z.object({ token: z.string().optional() }),
})

export const adminLoggedIn = z.object({
  message: z.string(),
  token: z.string().optional(),
  data: z.object({ token: z.string().optional() }),
})
const secondStep = z.object({ mfaChallenge: token, ...factorProof, session: sessionMode })

/** Logging in and out as a member. */
export const logInCalls = {
  logIn: anyone
    .route({
      method: 'POST',
      path: '/user/login',
      summary: 'Log in as a member',
      tags,
      description: `${SECOND_STEP} Finish by POST /user/login/second-factor.`,
    })
    .input(z.object({ email, password, rememberMe: z.boolean().optional(), session: sessionMode }))
    .output(memberLoggedIn),
  logOut: anyone
    .route({ method: 'POST', path: '/user/logout', summary: "End the member's session", tags })
    .output(messageOnly),
}

/** Logging in and out as staff. */
export const staffLogInCalls = {
  adminLogIn: anyoneBeforeOpening
    .route({
      method: 'POST',
      path: '/admin/login',
      summary: 'Log in as staff',
      tags,
      description: `${SECOND_STEP} Finish by POST /admin/login/second-factor.`,
    })
    .input(z.object({ email, password, session: sessionMode }))
    .output(adminLoggedIn),
  adminLogOut: anyoneBeforeOpening
    .route({ method: 'POST', path: '/admin/logout', summary: "End the staff's session", tags })
    .output(messageOnly),
  adminForgotPassword: anyoneBeforeOpening
    .route({
      method: 'POST',
      path: '/admin/forget-pass',
      summary: 'Request a password reset link',
      tags,
    })
    .input(z.object({ email }))
    .output(messageOnly),
  admin: admin()
    .route({ method: 'GET', path: '/admin', summary: 'Get the logged-in staff member', tags })
    .output(buildEnvelope(adminInfo)),
}

/** Finishing a log-in by a second factor. */
export const secondStepCalls = {
  finishLogIn: anyone
    .route({ method: 'POST', path: '/user/login/second-factor', summary: 'Complete a login', tags })
    .input(secondStep)
    .output(memberLoggedIn),
  finishAdminLogIn: anyoneBeforeOpening
    .route({
      method: 'POST',
      path: '/admin/login/second-factor',
      summary: 'Complete a login',
      tags,
    })
    .input(secondStep)
    .output(adminLoggedIn),
}
