import { bufferToBase64URLString } from '@simplewebauthn/browser'
import { CallError } from '#platform/client/call-error.ts'
import { identityCalls } from './calls.tsx'
import { signChallenge } from './sign-challenge.tsx'

const KEY_NEEDED =
  'Nothing was approved: you have no active approval key. Add one on the Security page.'

export type SigningRequest = Awaited<ReturnType<typeof identityCalls.statement.call>>['data']

/**
 * Asks for the admin's approval key over the hash of the statement, which this browser computes.
 * Returns undefined where the server of a sandbox signs. Throws a sentence that nothing was
 * approved.
 */
export async function signStatement({ statement, signedBy, options }: SigningRequest) {
  if (signedBy === 'none') throw new CallError(409, 'approval_key_needed', KEY_NEEDED)
  if (!options) return undefined

  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(statement))
  const challenge = bufferToBase64URLString(hash)
  return await signChallenge({ ...options, challenge })
}

/** Signs the approval of a proposal as it is stored, see `signStatement`. */
export async function signProposal(id: string) {
  const { data } = await identityCalls.statement.call({ id })
  return await signStatement(data)
}
