import type { CallContext } from '#platform/http/http.ts'
import { addPasskey } from '../commands/add-passkey.ts'
import { beginAuthenticator } from '../commands/begin-authenticator.ts'
import { beginPasskey } from '../commands/begin-passkey.ts'
import { challengePasskey } from '../commands/challenge-passkey.ts'
import { confirmAuthenticator } from '../commands/confirm-authenticator.ts'
import { endOtherSessions } from '../commands/end-other-sessions.ts'
import { endSession } from '../commands/end-session.ts'
import { removeAuthenticator } from '../commands/remove-authenticator.ts'
import { removePasskey } from '../commands/remove-passkey.ts'
import { renamePasskey } from '../commands/rename-passkey.ts'
import { renewRecoveryCodes } from '../commands/renew-recovery-codes.ts'
import { stepUpSession } from '../commands/step-up-session.ts'
import type { Person } from '../model.ts'
import { getFactorsView, listSessionViews, listSignInViews } from '../queries/security.ts'
import { assertRecentAuth } from '../queries.ts'
import type { calls } from './calls.ts'
import { toFactorProof } from './log-in.ts'
import { readVisitor } from './request-sessions.ts'
import { sendRenewedToken } from './session-token.ts'

type Calls = typeof calls.memberSecurity
type Contexts = ReturnType<typeof buildContexts>

/** Returns the handlers of the sign-in and security calls, the same for members and staff. */
export function buildSecurityHandlers(own: Calls, who: (context: CallContext) => Person) {
  const contexts = buildContexts(who)

  return {
    ...buildSessionHandlers(own, contexts),
    ...buildAuthenticatorHandlers(own, contexts),
    ...buildPasskeyHandlers(own, contexts),
    ...buildStepUpHandlers(own, contexts),
  }
}

function buildContexts(who: (context: CallContext) => Person) {
  const toSecurityContext = (context: CallContext) => ({
    app: context.app,
    person: who(context),
    sessionId: context.session?.id ?? '',
  })

  const requireRecentAuth = async (context: CallContext) => {
    await assertRecentAuth(context.app, context.session)
    return toSecurityContext(context)
  }

  return { toSecurityContext, requireRecentAuth }
}

const buildSessionHandlers = (own: Calls, { toSecurityContext, requireRecentAuth }: Contexts) => ({
  factors: own.factors.handler(async ({ context }) => {
    const { app, person } = toSecurityContext(context)
    return { message: 'Two-factor authentication', data: await getFactorsView(app, person) }
  }),
  sessions: own.sessions.handler(async ({ context }) => {
    const { app, person, sessionId } = toSecurityContext(context)
    return { message: 'Sessions', data: await listSessionViews(app, person.id, sessionId) }
  }),
  endSession: own.endSession.handler(async ({ context, input }) => {
    const { app, person } = await requireRecentAuth(context)
    await endSession(app, person, input.id)
    return { message: 'Session ended.' }
  }),
  endOthers: own.endOthers.handler(async ({ context }) => {
    const { app, person, sessionId } = await requireRecentAuth(context)
    await endOtherSessions(app, person, sessionId)
    return { message: 'You’ve been logged out on all other devices.' }
  }),
  signIns: own.signIns.handler(async ({ context }) => {
    const { app, person } = toSecurityContext(context)
    return { message: 'Sign-ins', data: await listSignInViews(app, person.id) }
  }),
})

const buildAuthenticatorHandlers = (own: Calls, { requireRecentAuth }: Contexts) => ({
  beginAuthenticator: own.beginAuthenticator.handler(async ({ context }) => {
    const { app, person } = await requireRecentAuth(context)
    return {
      message: 'Add this key to your authenticator app.',
      data: await beginAuthenticator(app, person),
    }
  }),
  confirmAuthenticator: own.confirmAuthenticator.handler(async ({ context, input }) => {
    const { app, person, sessionId } = await requireRecentAuth(context)
    const codes = await confirmAuthenticator(app, person, { code: input.code, sessionId })
    return { message: 'Authenticator app turned on.', data: { codes } }
  }),
  removeAuthenticator: own.removeAuthenticator.handler(async ({ context }) => {
    const { app, person } = await requireRecentAuth(context)
    await removeAuthenticator(app, person)
    return { message: 'Authenticator app turned off.' }
  }),
  renewCodes: own.renewCodes.handler(async ({ context }) => {
    const { app, person } = await requireRecentAuth(context)
    return {
      message: 'New recovery codes',
      data: { codes: await renewRecoveryCodes(app, person) },
    }
  }),
})

const buildPasskeyHandlers = (own: Calls, { toSecurityContext, requireRecentAuth }: Contexts) => ({
  beginPasskey: own.beginPasskey.handler(async ({ context }) => {
    const { app, person, sessionId } = await requireRecentAuth(context)
    return {
      message: 'Create a passkey.',
      data: { ...(await beginPasskey(app, person, sessionId)) },
    }
  }),
  addPasskey: own.addPasskey.handler(async ({ context, input }) => {
    const { app, person, sessionId } = await requireRecentAuth(context)
    const codes = await addPasskey(app, person, { ...input, sessionId })
    return { message: 'Passkey added.', data: { codes } }
  }),
  renamePasskey: own.renamePasskey.handler(async ({ context, input }) => {
    const { app, person } = toSecurityContext(context)
    await renamePasskey(app, person, input)
    return { message: 'Passkey renamed.' }
  }),
  removePasskey: own.removePasskey.handler(async ({ context, input }) => {
    const { app, person } = await requireRecentAuth(context)
    await removePasskey(app, person, input.id)
    return { message: 'Passkey removed.' }
  }),
})

const buildStepUpHandlers = (own: Calls, { toSecurityContext }: Contexts) => ({
  challenge: own.challenge.handler(async ({ context }) => {
    const { app, person, sessionId } = toSecurityContext(context)
    const challengeRequest = { personId: person.id, sessionId }
    const { options } = await challengePasskey(app, readVisitor(context), challengeRequest)
    return { message: 'Use your passkey.', data: { ...options } }
  }),
  stepUp: own.stepUp.handler(async ({ context, input }) => {
    const { app, person, sessionId } = toSecurityContext(context)
    const shown = { password: input.password, ...toFactorProof(input) }
    const data = sendRenewedToken(
      context,
      person.kind,
      await stepUpSession(app, person, sessionId, shown),
    )
    return { message: 'Confirmed.', data }
  }),
})
