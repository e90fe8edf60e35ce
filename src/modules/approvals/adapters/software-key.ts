import { createHash, hkdfSync } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { invariant } from '#lib/invariant.ts'
import {
  formatStatementChallenge,
  getRelyingParty,
  type PasskeyAnswer,
} from '#platform/auth/webauthn.ts'
import type { Config } from '#platform/config.ts'

type Place = Pick<Config, 'SECRET' | 'PUBLIC_URL'>

/** The length of the seed that `p256.keygen` takes without bias. */
const SEED_BYTES = 48
const PRESENT_AND_VERIFIED = 0x05

/**
 * A key of software, held by the server for a sample admin of the sandbox: it signs as a passkey
 * does, and proves nothing about a person.
 */
export type SoftwareKey = { credentialId: string; publicKey: Buffer; secretKey: Uint8Array }

/** Derives the software key of an admin from `SECRET`, for the address of the installation. */
export function deriveSoftwareKey({ SECRET, PUBLIC_URL }: Place, adminId: string): SoftwareKey {
  invariant(SECRET, 'the installation has a SECRET before it serves')

  const purpose = `approvals/software/${new URL(PUBLIC_URL).origin}`
  const seed = hkdfSync('sha256', SECRET, adminId, purpose, SEED_BYTES)
  const { secretKey, publicKey } = p256.keygen(new Uint8Array(seed))
  const point = p256.Point.fromBytes(publicKey).toBytes(false)
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    point.subarray(1, 33),
    Buffer.from('225820', 'hex'),
    point.subarray(33),
  ])

  return { credentialId: hashSha256(cose).toString('base64url'), publicKey: cose, secretKey }
}

/** Signs a statement as a passkey of this address does. */
export function signBySoftware(
  place: Place,
  { credentialId, secretKey }: SoftwareKey,
  statement: string,
): PasskeyAnswer {
  const { origin, rpID } = getRelyingParty(place)
  const clientData = JSON.stringify({
    type: 'webauthn.get',
    challenge: formatStatementChallenge(statement),
    origin,
    crossOrigin: false,
  })
  const authenticatorData = Buffer.concat([
    hashSha256(rpID),
    Buffer.from([PRESENT_AND_VERIFIED, 0, 0, 0, 0]),
  ])
  const signed = Buffer.concat([authenticatorData, hashSha256(clientData)])
  const signature = p256.sign(signed, secretKey, { format: 'der', lowS: false })

  return {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    response: {
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: Buffer.from(signature).toString('base64url'),
    },
    clientExtensionResults: {},
  }
}

const hashSha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
