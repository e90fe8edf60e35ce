import { z } from 'zod'
import { anyone, anyoneBeforeOpening } from '#platform/http/contract.ts'
import { buildEnvelope } from '#platform/http/schemas.ts'
import { forBrowser, passkey, sessionMode, tags, token } from './fields.ts'
import { adminLoggedIn, memberLoggedIn } from './log-in.ts'

/** Logging in by a passkey alone. */
export const passkeyLogInCalls = {
  logInByPasskey: anyone
    .route({
      method: 'POST',
      path: '/user/login/passkey',
      summary: 'Log in with a passkey alone',
      tags,
    })
    .input(
      z.object({
        mfaChallenge: token,
        passkey,
        rememberMe: z.boolean().optional(),
        session: sessionMode,
      }),
    )
    .output(memberLoggedIn),
  adminLogInByPasskey: anyoneBeforeOpening
    .route({
      method: 'POST',
      path: '/admin/login/passkey',
      summary: 'Log in with a passkey alone',
      tags,
    })
    .input(z.object({ mfaChallenge: token, passkey, session: sessionMode }))
    .output(adminLoggedIn),
  challengePasskey: anyoneBeforeOpening
    .route({
      method: 'POST',
      path: '/passkey-options',
      summary: 'Get the options for using a passkey',
      tags,
      description:
        'With the challenge of a started login, or without one to log in with the ' +
        'passkey alone.',
    })
    .input(z.object({ mfaChallenge: token.optional() }))
    .output(buildEnvelope(z.object({ mfaChallenge: z.string(), options: forBrowser }))),
}
