import type { CallContext } from '#platform/http/http.ts'
import { addPasskey } from '../commands/add-passkey.ts'
import { beginAuthenticator } from '../commands/begin-authenticator.ts'
import { beginPasskey } from '../commands/begin-passkey.ts'
import { confirmAuthenticator } from '../commands/confirm-authenticator.ts'
import { endOtherSessions } from '../commands/end-other-sessions.ts'
import { endSession } from '../commands/end-session.ts'
import { removeAuthenticator } from '../commands/remove-authenticator.ts'
import { removePasskey } from '../commands/remove-passkey.ts'
import { renamePasskey } from '../commands/rename-passkey.ts'
import { renewRecoveryCodes } from '../commands/renew-recovery-codes.ts'
import type { Person } from '../model.ts'
import { getFactorsView, listSessionViews, listSignInViews } from '../queries/security.ts'
import { buildContexts, type Calls, type Contexts } from './security-contexts.ts'
import { buildStepUpHandlers } from './security-step-up.ts'

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
