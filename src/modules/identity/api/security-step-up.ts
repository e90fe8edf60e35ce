import { challengePasskey } from '../commands/challenge-passkey.ts'
import { stepUpSession } from '../commands/step-up-session.ts'
import { toFactorProof } from './log-in.ts'
import { readVisitor } from './request-sessions.ts'
import type { Calls, Contexts } from './security-contexts.ts'
import { sendRenewedToken } from './session-token.ts'

export const buildStepUpHandlers = (own: Calls, { toSecurityContext }: Contexts) => ({
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
