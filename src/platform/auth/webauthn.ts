import { createHash } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Config } from '../config.ts'

/**
 * A browser's answer about a passkey. The schema checks its shape; the functions below verify it.
 */
export type PasskeyAnswer = {
  id: string
  rawId: string
  type: 'public-key'
  response: Record<string, unknown>
  clientExtensionResults: Record<string, unknown>
}

/** The public half of a passkey, as it is stored. */
export type PublicPasskey = {
  credentialId: string
  publicKey: Uint8Array
  transports: readonly string[]
}
export type NewPasskey = PublicPasskey & { counter: number; backedUp: boolean }

type AllowedCredential = Pick<PublicPasskey, 'credentialId' | 'transports'>
type Transports = NonNullable<
  NonNullable<
    Parameters<typeof generateAuthenticationOptions>[0]['allowCredentials']
  >[number]['transports']
>

/** Ed25519, ECDSA on P-256 and RSA, each with SHA-256 or better. None uses SHA-1. */
const SIGNED_BY = [-8, -7, -257]

const TIMEOUT_MS = 300_000
const CHALLENGE_BYTES = 32

export const createChallenge = () => crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES))

const toDescriptors = (keys: readonly AllowedCredential[]) =>
  keys.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: [...transports] as Transports,
  }))

/** Returns the relying party: the public address that passkeys are created for and used at. */
export const getRelyingParty = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) => ({
  origin: new URL(PUBLIC_URL).origin,
  rpID: new URL(PUBLIC_URL).hostname,
})

type Holder = { id: string; email: string; label: string; operatorName: string }

/**
 * Returns the browser's options for creating a discoverable passkey; `known` are those that a
 * device already holds.
 */
export const buildRegistrationOptions = (
  config: Config,
  challenge: Uint8Array<ArrayBuffer>,
  person: Holder,
  known: readonly AllowedCredential[],
) =>
  generateRegistrationOptions({
    ...buildCreationOptions(config, challenge, known),
    rpName: person.operatorName,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.label,
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })

/**
 * Returns the browser's options for creating a key that signs approvals and nothing else. Logging
 * in never asks for it: it is another credential, of another user handle, and its device verifies
 * the person each time.
 */
export const buildApprovalKeyOptions = (
  config: Config,
  challenge: Uint8Array<ArrayBuffer>,
  person: Holder,
  known: readonly AllowedCredential[],
) =>
  generateRegistrationOptions({
    ...buildCreationOptions(config, challenge, known),
    rpName: person.operatorName,
    userID: new TextEncoder().encode(`${person.id}/approvals`),
    userName: `${person.email} (approvals)`,
    userDisplayName: `${person.label} (approvals)`,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
  })

/** Returns what the creation of every credential asks for. */
const buildCreationOptions = (
  config: Config,
  challenge: Uint8Array<ArrayBuffer>,
  known: readonly AllowedCredential[],
) => ({
  rpID: getRelyingParty(config).rpID,
  challenge,
  timeout: TIMEOUT_MS,
  attestationType: 'none' as const,
  supportedAlgorithmIDs: SIGNED_BY,
  excludeCredentials: toDescriptors(known),
})

/** Returns the challenge by which a passkey signs a statement: its SHA-256. */
export const computeStatementChallenge = (statement: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(statement).digest())

/** Returns the challenge of a statement as WebAuthn writes it in JSON. */
export const formatStatementChallenge = (statement: string): string =>
  Buffer.from(computeStatementChallenge(statement)).toString('base64url')

/**
 * Returns the browser's options for using a passkey; without named ones it offers every passkey of
 * this address.
 */
export const buildAuthenticationOptions = (
  config: Config,
  challenge: Uint8Array<ArrayBuffer>,
  allowed: readonly AllowedCredential[],
  verified: boolean,
) =>
  generateAuthenticationOptions({
    rpID: getRelyingParty(config).rpID,
    challenge,
    timeout: TIMEOUT_MS,
    userVerification: verified ? 'required' : 'preferred',
    allowCredentials: toDescriptors(allowed),
  })

/** Returns the challenge that an answer claims to have signed; null when it can't be read. */
export function parseChallenge({ response }: PasskeyAnswer): string | null {
  try {
    const text = Buffer.from(String(response.clientDataJSON), 'base64url').toString('utf8')
    const { challenge } = JSON.parse(text) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** Returns the member or admin that a discoverable passkey claims to belong to, or null. */
export function parseUserHandle({ response }: PasskeyAnswer): string | null {
  const { userHandle } = response
  return typeof userHandle === 'string'
    ? Buffer.from(userHandle, 'base64url').toString('utf8')
    : null
}

/**
 * Returns the passkey created for our address with this challenge; null when the answer is invalid.
 * With `verified` the device must have verified its user.
 */
export async function verifyRegistration(
  config: Config,
  challenge: string,
  answer: PasskeyAnswer,
  verified = false,
): Promise<NewPasskey | null> {
  const { origin, rpID } = getRelyingParty(config)
  const made = await verifyRegistrationResponse({
    response: answer as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: verified,
    supportedAlgorithmIDs: SIGNED_BY,
  }).catch(() => null)
  if (!made?.verified) return null

  const { credential, credentialBackedUp } = made.registrationInfo

  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: credential.transports ?? [],
    backedUp: credentialBackedUp,
  }
}

/** The answer of a passkey to a statement, as it is stored. */
export type StoredSignature = {
  authenticatorData: Buffer
  clientData: Buffer
  signature: Buffer
}

/** Returns whether a stored signature is of a key, over the hash of a statement. */
export async function verifyStoredSignature(
  key: { credentialId: string; publicKey: Uint8Array; origin: string; rpID: string },
  statement: string,
  { authenticatorData, clientData, signature }: StoredSignature,
): Promise<boolean> {
  const used = await verifyAuthenticationResponse({
    response: {
      id: key.credentialId,
      rawId: key.credentialId,
      type: 'public-key',
      response: {
        authenticatorData: authenticatorData.toString('base64url'),
        clientDataJSON: clientData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
      clientExtensionResults: {},
    },
    expectedChallenge: formatStatementChallenge(statement),
    expectedOrigin: key.origin,
    expectedRPID: key.rpID,
    requireUserVerification: true,
    credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: 0 },
  }).catch(() => null)

  return used?.verified ?? false
}

/**
 * Returns the passkey's signature counter when its signature over this challenge is valid, or null.
 * With `verified` the device must have verified its user. The caller checks the counter.
 */
export async function verifyAuthentication(
  config: Config,
  challenge: string,
  answer: PasskeyAnswer,
  key: PublicPasskey,
  verified: boolean,
): Promise<number | null> {
  const { origin, rpID } = getRelyingParty(config)
  const used = await verifyAuthenticationResponse({
    response: answer as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: verified,
    credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: 0 },
  }).catch(() => null)

  return used?.verified ? used.authenticationInfo.newCounter : null
}
