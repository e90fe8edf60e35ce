import type { PasskeyAnswer } from '#platform/auth/webauthn.ts'
import { challengePasskey } from '../commands/challenge-passkey.ts'
import { finishLogin } from '../commands/finish-login.ts'
import { logInAdmin } from '../commands/log-in-admin.ts'
import { logInByPasskey } from '../commands/log-in-by-passkey.ts'
import { logInMember } from '../commands/log-in-member.ts'
import { calls } from './calls.ts'
import { endRequestSessions, readVisitor } from './request-sessions.ts'
import { completeLogin } from './session-token.ts'

const toMemberResponse = <Answer extends { message: string }>(answer: Answer) => ({
  ...answer,
  status: answer.message,
  ststus: answer.message,
})

const toAdminResponse = <Answer extends { data: { token?: string } }>(answer: Answer) => ({
  ...answer,
  ...answer.data,
})

/** Returns the second factor that a call shows. */
export const toFactorProof = (input: {
  code?: string | undefined
  recovery_code?: string | undefined
  passkey?: PasskeyAnswer | undefined
}) => ({ code: input.code, recoveryCode: input.recovery_code, passkey: input.passkey })

/** Logging in and out as a member. */
export const logInHandlers = {
  logIn: calls.logIn.handler(async ({ context, input }) => {
    const by = { kind: 'member', session: input.session } as const
    return toMemberResponse(
      await completeLogin(context, by, (from) => logInMember(context.app, from, input)),
    )
  }),
  logOut: calls.logOut.handler(({ context }) => endRequestSessions(context, 'member')),
}

/** Logging in and out as staff. */
export const staffLogInHandlers = {
  adminLogIn: calls.adminLogIn.handler(async ({ context, input }) => {
    const by = { kind: 'admin', session: input.session } as const
    return toAdminResponse(
      await completeLogin(context, by, (from) => logInAdmin(context.app, from, input)),
    )
  }),
  adminLogOut: calls.adminLogOut.handler(({ context }) => endRequestSessions(context, 'admin')),
}

/** Finishing a log-in by a second factor. */
export const secondStepHandlers = {
  finishLogIn: calls.finishLogIn.handler(async ({ context, input }) => {
    const by = { kind: 'member', session: input.session } as const
    const shown = { ...by, mfaChallenge: input.mfaChallenge, ...toFactorProof(input) }
    return toMemberResponse(
      await completeLogin(context, by, (from) => finishLogin(context.app, from, shown)),
    )
  }),
  finishAdminLogIn: calls.finishAdminLogIn.handler(async ({ context, input }) => {
    const by = { kind: 'admin', session: input.session } as const
    const shown = { ...by, mfaChallenge: input.mfaChallenge, ...toFactorProof(input) }
    return toAdminResponse(
      await completeLogin(context, by, (from) => finishLogin(context.app, from, shown)),
    )
  }),
}

/** Logging in by a passkey alone. */
export const passkeyLogInHandlers = {
  logInByPasskey: calls.logInByPasskey.handler(async ({ context, input }) => {
    const by = { kind: 'member', session: input.session } as const
    return toMemberResponse(
      await completeLogin(context, by, (from) =>
        logInByPasskey(context.app, from, { ...input, ...by }),
      ),
    )
  }),
  adminLogInByPasskey: calls.adminLogInByPasskey.handler(async ({ context, input }) => {
    const by = { kind: 'admin', session: input.session } as const
    return toAdminResponse(
      await completeLogin(context, by, (from) =>
        logInByPasskey(context.app, from, { ...input, ...by }),
      ),
    )
  }),
  challengePasskey: calls.challengePasskey.handler(async ({ context, input }) => {
    const challengeRequest = input.mfaChallenge
      ? { mfaChallenge: input.mfaChallenge }
      : { visit: true as const }
    const { token: mfaChallenge, options } = await challengePasskey(
      context.app,
      readVisitor(context),
      challengeRequest,
    )
    return {
      message: 'Use your passkey.',
      data: { mfaChallenge, options: { ...options } },
    }
  }),
}
