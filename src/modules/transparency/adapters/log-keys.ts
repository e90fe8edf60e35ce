import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { invariant } from '#lib/invariant.ts'
import type { Config } from '#platform/config.ts'
import {
  type CheckpointText,
  createVerifierKey,
  ED25519,
  ED25519_COSIGNATURE,
  formatCheckpointText,
  formatSignatureLine,
  getSignedMessage,
  type KeyType,
  ML_DSA_44_COSIGNATURE,
  type VerifierKey,
  type VerifySignature,
} from '../model.ts'

/** A key that signs checkpoints. Its private part never leaves this process. */
export type SigningKey = VerifierKey & { privateKey: KeyObject }

/** PKCS #8 before the seed of 32 bytes (RFC 8410; RFC 9881 for ML-DSA-44). */
const PKCS8 = {
  ed25519: '302e020100300506032b657004220420',
  'ml-dsa-44': '3034020100300b06096086480165030403110422' + '8020',
} as const
type Algorithm = keyof typeof PKCS8

const getAlgorithm = (type: KeyType): Algorithm =>
  type === ML_DSA_44_COSIGNATURE ? 'ml-dsa-44' : 'ed25519'

/** Derives a key of a name from a secret; each purpose has keys of its own. */
export function deriveSigningKey(
  secret: string,
  purpose: 'log' | 'witness',
  name: string,
  type: KeyType,
): SigningKey {
  const algorithm = getAlgorithm(type)
  const label = `open-books/${purpose}/${algorithm}`
  const seed = Buffer.from(hkdfSync('sha256', secret, 'candor', label, 32))
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from(PKCS8[algorithm], 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' }) as { x?: string; pub?: string }
  const publicKey = Buffer.from(jwk.x ?? jwk.pub ?? '', 'base64url')

  return { ...createVerifierKey(name, type, Uint8Array.from(publicKey)), privateKey }
}

type LogSettings = Pick<
  Config,
  'PUBLIC_URL' | 'SECRET' | 'SECRET_BEFORE' | 'LOG_KEY' | 'LOG_KEY_BEFORE' | 'WITNESS_KEY'
>

/** Returns the name of this installation's log: its address without the scheme. */
export const getLogOrigin = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string =>
  `${PUBLIC_URL.replace(/^https?:\/\//, '')}/open-books/log`

/**
 * Returns the keys that sign the log: the current ones first, then those before a rotation, which
 * sign as well until they are removed from the settings. Without `LOG_KEY` they come from `SECRET`.
 */
export function getLogKeys(config: LogSettings): [SigningKey, ...SigningKey[]] {
  const { LOG_KEY, LOG_KEY_BEFORE, SECRET, SECRET_BEFORE } = config
  const origin = getLogOrigin(config)
  const secrets = [LOG_KEY ?? SECRET, ...LOG_KEY_BEFORE, ...(LOG_KEY ? [] : SECRET_BEFORE)]
  const [first, ...others] = secrets.flatMap((secret) => {
    invariant(secret, 'the installation has a LOG_KEY or a SECRET before it serves')
    return [ED25519, ML_DSA_44_COSIGNATURE].map((type) =>
      deriveSigningKey(secret, 'log', origin, type as KeyType),
    )
  })
  invariant(first, 'a log has a key')

  return [first, ...others]
}

/** Returns the keys by which this installation cosigns the logs of others. */
export function getWitnessKeys(config: LogSettings): SigningKey[] {
  const { PUBLIC_URL, WITNESS_KEY, LOG_KEY, SECRET } = config
  const secret = WITNESS_KEY ?? LOG_KEY ?? SECRET
  invariant(secret, 'the installation has a WITNESS_KEY or a SECRET before it serves')
  const name = `${PUBLIC_URL.replace(/^https?:\/\//, '')}/open-books/witness`

  return [ED25519_COSIGNATURE, ML_DSA_44_COSIGNATURE].map((type) =>
    deriveSigningKey(secret, 'witness', name, type as KeyType),
  )
}

/** Signs a checkpoint and returns the line of the signature. */
export function signCheckpoint(key: SigningKey, checkpoint: CheckpointText, at: Date): string {
  const time = key.type === ED25519 ? 0n : BigInt(Math.floor(at.getTime() / 1_000))
  const message = getSignedMessage(key, formatCheckpointText(checkpoint), time)
  return formatSignatureLine(key, time, sign(null, message, key.privateKey))
}

/** Verifies every type of signature. */
export const verifyAnySignature: VerifySignature = ({ type, publicKey }, message, signature) => {
  const bytes = Buffer.from(publicKey).toString('base64url')
  const key =
    type === ML_DSA_44_COSIGNATURE
      ? { kty: 'AKP', alg: 'ML-DSA-44', pub: bytes }
      : { kty: 'OKP', crv: 'Ed25519', x: bytes }

  return verify(null, message, createPublicKey({ key, format: 'jwk' }), signature)
}
