import { z } from 'zod'
import type { member } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'
import { device, factors, recoveryCodes } from './factors.ts'
import { factorProof, forBrowser, id, passkey, password } from './fields.ts'

/** Returns the contract of the sign-in and security calls, the same for members and staff. */
export function buildSecurityContract(by: typeof member, at: `/${string}`) {
  const call = createCall(by, at)

  return {
    ...buildSessionCalls(call),
    ...buildAuthenticatorCalls(call),
    ...buildPasskeyCalls(call),
    ...buildStepUpCalls(call),
  }
}

type Call = ReturnType<typeof createCall>

const createCall =
  (by: typeof member, at: `/${string}`) =>
  (method: 'GET' | 'POST' | 'PATCH', path: string, summary: string) =>
    by.route({ method, path: `${at}${path}`, summary, tags: ['Security'] })

const buildSessionCalls = (call: Call) => ({
  factors: call('GET', '', 'My 2FA methods and passkeys').output(buildEnvelope(factors)),
  sessions: call('GET', '/sessions', 'My open sessions').output(
    buildEnvelope(
      z.array(
        z.object({
          _id: z.string(),
          ...device,
          createdAt: instant,
          lastUsedAt: instant,
          current: z.boolean(),
        }),
      ),
    ),
  ),
  endSession: call('POST', '/sessions/{id}/end', 'End one of my sessions')
    .input(z.object({ id }))
    .output(messageOnly),
  endOthers: call('POST', '/sessions/end-others', 'End all my sessions but this one').output(
    messageOnly,
  ),
  signIns: call('GET', '/sign-ins', 'My latest sign-in attempts, successful and failed').output(
    buildEnvelope(
      z.array(
        z.object({
          _id: z.string(),
          ...device,
          at: instant,
          outcome: z.enum(['good', 'wrong-password', 'wrong-factor']),
          by: z.enum(['password', 'code', 'recovery-code', 'passkey']),
        }),
      ),
    ),
  ),
})

const buildAuthenticatorCalls = (call: Call) => ({
  beginAuthenticator: call(
    'POST',
    '/authenticator',
    'Start setting up an authenticator app',
  ).output(buildEnvelope(z.object({ secret: z.string(), uri: z.string() }))),
  confirmAuthenticator: call('POST', '/authenticator/confirm', 'Turn it on with one of its codes')
    .input(z.object({ code: z.string().trim().max(20) }))
    .output(buildEnvelope(z.object({ codes: recoveryCodes.nullable() }))),
  removeAuthenticator: call(
    'POST',
    '/authenticator/remove',
    'Turn the authenticator app off',
  ).output(messageOnly),
  renewCodes: call('POST', '/recovery-codes', 'Create ten new recovery codes').output(
    buildEnvelope(z.object({ codes: recoveryCodes })),
  ),
})

const buildPasskeyCalls = (call: Call) => ({
  beginPasskey: call('POST', '/passkeys/options', 'Start adding a passkey').output(
    buildEnvelope(forBrowser),
  ),
  addPasskey: call('POST', '/passkeys', 'Add the passkey that the browser created')
    .input(z.object({ name: z.string().max(200), passkey }))
    .output(buildEnvelope(z.object({ codes: recoveryCodes.nullable() }))),
  renamePasskey: call('PATCH', '/passkeys/{id}', 'Rename a passkey')
    .input(z.object({ id, name: z.string().max(200) }))
    .output(messageOnly),
  removePasskey: call('POST', '/passkeys/{id}/remove', 'Remove a passkey')
    .input(z.object({ id }))
    .output(messageOnly),
})

const buildStepUpCalls = (call: Call) => ({
  challenge: call(
    'POST',
    '/step-up/options',
    'Request a passkey challenge for this session',
  ).output(buildEnvelope(forBrowser)),
  stepUp: call(
    'POST',
    '/step-up',
    'Authenticate again, for five minutes; the session continues under a new token, the ' +
      'old one ends',
  )
    .input(z.object({ password: password.optional(), ...factorProof }))
    .output(buildEnvelope(z.object({ token: z.string().optional() }))),
})
