/** Reads signed notes (c2sp.org/signed-note) and cosignatures (c2sp.org/tlog-cosignature). */
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

/** The types of signatures: by a log, and with a time by a witness or a log. */
export const ED25519 = 1
export const ED25519_COSIGNATURE = 4
export const ML_DSA_44_COSIGNATURE = 6
export type KeyType = typeof ED25519 | typeof ED25519_COSIGNATURE | typeof ML_DSA_44_COSIGNATURE

const KEY_BYTES: Readonly<Record<number, number>> = {
  [ED25519]: 32,
  [ED25519_COSIGNATURE]: 32,
  [ML_DSA_44_COSIGNATURE]: 1_312,
}
const KEY_ID_BYTES = 4
const TIME_BYTES = 8

/** A public key with its name, as a vkey states it. */
export type VerifierKey = { name: string; type: KeyType; id: string; publicKey: Uint8Array }

const NAME = /^[^\s+\p{Cc}]+$/u

/** Returns the key id, in hex. */
export const computeKeyId = (name: string, type: KeyType, publicKey: Uint8Array): string =>
  bytesToHex(
    sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), publicKey)).slice(
      0,
      KEY_ID_BYTES,
    ),
  )

export const createVerifierKey = (
  name: string,
  type: KeyType,
  publicKey: Uint8Array,
): VerifierKey => ({ name, type, id: computeKeyId(name, type, publicKey), publicKey })

/** Formats a key as a vkey: its name, its id and its type with the public key. */
export const formatVkey = ({ name, type, id, publicKey }: VerifierKey): string =>
  `${name}+${id}+${base64.encode(concatBytes(Uint8Array.of(type), publicKey))}`

/** Parses a vkey. Throws unless its id is that of its name and key. */
export function parseVkey(text: string): VerifierKey {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? []
  if (!NAME.test(name)) throw new Error('A verifier key is written NAME+ID+KEY.')

  const bytes = base64.decode(encoded)
  const type = bytes[0] as KeyType
  const publicKey = bytes.slice(1)
  if (KEY_BYTES[type] !== publicKey.length || computeKeyId(name, type, publicKey) !== id)
    throw new Error(`The verifier key of ${name} is damaged or of an unknown type.`)

  return { name, type, id, publicKey }
}

type WitnessSettings = {
  PUBLIC_URL?: string | undefined
  LOG_WITNESSES?: readonly { vkey: string; url: string }[]
  WITNESS_LOGS?: readonly string[]
}

/**
 * Returns a sentence for each verifier key in the settings that can't be used, and for each witness
 * that is this installation.
 */
export function listVkeyProblems(settings: WitnessSettings): string[] {
  const { PUBLIC_URL = '', LOG_WITNESSES = [], WITNESS_LOGS = [] } = settings
  const named: [string, string][] = [
    ...LOG_WITNESSES.map(({ vkey }): [string, string] => ['LOG_WITNESSES', vkey]),
    ...WITNESS_LOGS.map((vkey): [string, string] => ['WITNESS_LOGS', vkey]),
  ]
  const unusable = named.flatMap(([name, vkey]) => {
    try {
      parseVkey(vkey)
      return []
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : 'is no key'}`]
    }
  })
  const ownHost = URL.parse(PUBLIC_URL)?.host
  const own = LOG_WITNESSES.filter(({ url }) => ownHost && URL.parse(url)?.host === ownHost)

  return [
    ...unusable,
    ...own.map(({ url }) => `LOG_WITNESSES: ${url} is this installation; name witnesses of others`),
  ]
}

/** Verifies a signature; `undefined` where this place can't verify the type. */
export type VerifySignature = (
  key: VerifierKey,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean | undefined

/**
 * Verifies Ed25519 alone, as a browser does; the server and the file for Node verify ML-DSA too.
 */
export const verifyEd25519: VerifySignature = ({ type, publicKey }, message, signature) => {
  if (type === ML_DSA_44_COSIGNATURE) return undefined
  return signature.length === 64 && ed25519.verify(signature, message, publicKey)
}

/** The head of a log as its text states it. */
export type CheckpointText = { origin: string; size: number; root: Uint8Array }

export const formatCheckpointText = ({ origin, size, root }: CheckpointText): string =>
  `${origin}\n${size}\n${base64.encode(root)}\n`

/** Parses the text of a checkpoint without its signatures. Lines after the third are extensions. */
export function parseCheckpointText(text: string): CheckpointText {
  const [origin = '', size = '', root = ''] = text.split('\n')
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || !/^[\w+/]{43}=$/.test(root) || origin === '')
    throw new Error('The text is not a checkpoint.')

  return { origin, size: Number(size), root: base64.decode(root) }
}

/** Returns the bytes that a signature of a type covers; `time` in seconds for cosignatures. */
export function getSignedMessage(
  { name, type }: Pick<VerifierKey, 'name' | 'type'>,
  text: string,
  time: bigint,
): Uint8Array {
  if (type === ED25519) return utf8ToBytes(text)
  if (type === ED25519_COSIGNATURE) return utf8ToBytes(`cosignature/v1\ntime ${time}\n${text}`)

  const { origin, size, root } = parseCheckpointText(text)
  return concatBytes(
    utf8ToBytes('subtree/v1\n\0'),
    withLength(utf8ToBytes(name)),
    toUint64(time),
    withLength(utf8ToBytes(origin)),
    toUint64(0n),
    toUint64(BigInt(size)),
    root,
  )
}

const withLength = (bytes: Uint8Array) => concatBytes(Uint8Array.of(bytes.length), bytes)

function toUint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(TIME_BYTES)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

/** Formats the line of a signature, with its time where the type has one. */
export const formatSignatureLine = (
  key: Pick<VerifierKey, 'name' | 'type' | 'id'>,
  time: bigint,
  signature: Uint8Array,
): string => {
  const id = Uint8Array.from(key.id.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const parts = key.type === ED25519 ? [id, signature] : [id, toUint64(time), signature]
  return `— ${key.name} ${base64.encode(concatBytes(...parts))}\n`
}

/** A signature that was verified: by whom, and when for cosignatures. */
export type VerifiedSignature = { key: VerifierKey; at: Date | null; line: string }

export type OpenedNote = CheckpointText & { text: string; signatures: VerifiedSignature[] }

/**
 * Opens a checkpoint: returns its text and which of the keys signed it. Signatures of other keys,
 * and of types that can't be verified here, are left out. Throws when a signature of a key is
 * wrong.
 */
export function openCheckpoint(
  note: string,
  keys: readonly VerifierKey[],
  verify: VerifySignature = verifyEd25519,
): OpenedNote {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) throw new Error('The text is not a signed note.')

  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n')
  const signatures = lines.flatMap((line) => verifyLine(text, line, keys, verify))

  return { ...parseCheckpointText(text), text, signatures }
}

function verifyLine(
  text: string,
  line: string,
  keys: readonly VerifierKey[],
  verify: VerifySignature,
): VerifiedSignature[] {
  const [, name = '', encoded = ''] = /^— (\S+) ([\w+/]+=*)$/.exec(line) ?? []
  if (name === '') throw new Error('A line of the note is no signature.')

  const bytes = base64.decode(encoded)
  const id = bytesToHex(bytes.slice(0, KEY_ID_BYTES))
  const key = keys.find((one) => one.name === name && one.id === id)
  if (!key) return []

  const timed = key.type !== ED25519
  const start = KEY_ID_BYTES + (timed ? TIME_BYTES : 0)
  if (bytes.length <= start) throw new Error(`The signature of ${name} is cut off.`)
  const time = timed ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(KEY_ID_BYTES) : 0n
  const verdict = verify(key, getSignedMessage(key, text, time), bytes.slice(start))
  if (verdict === false) throw new Error(`The signature of ${name} is wrong.`)

  const at = timed ? new Date(Number(time) * 1_000) : null
  return verdict === undefined ? [] : [{ key, at, line: `${line}\n` }]
}
