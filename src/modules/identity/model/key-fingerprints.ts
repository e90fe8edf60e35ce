/** The offsets of the flags and of the credential id's length in authenticator data. */
const FLAGS_AT = 32
const ID_LENGTH_AT = 53
const KEY_ATTACHED = 0x40

/** The parts of a COSE key: numbers, byte strings and text, in one map. */
const NUMBERS = [0, 1]
const STRINGS = [2, 3]
const MAP = 5
const BYTES_OF_LENGTH: Record<number, number> = { 24: 1, 25: 2 }

/** Returns where a CBOR item ends. Throws for one that is in no COSE key. */
function findItemEnd(bytes: Uint8Array, at: number): number {
  const first = bytes[at]
  if (first === undefined) throw new Error('The key ends too soon.')

  const [kind, info] = [first >> 5, first & 0x1f]
  const extra = BYTES_OF_LENGTH[info] ?? 0
  if (info > 25) throw new Error('The key has a part of an unknown length.')

  const after = at + 1 + extra
  const length = extra === 0 ? info : bytes.slice(at + 1, after).reduce((sum, b) => sum * 256 + b)
  if (NUMBERS.includes(kind)) return after
  if (STRINGS.includes(kind)) return after + length
  if (kind !== MAP) throw new Error('The key has an unknown part.')

  let end = after
  for (let item = 0; item < 2 * length; item++) end = findItemEnd(bytes, end)
  return end
}

/** Returns the public key in the data of an authenticator, as the server stores it, or null. */
function findPublicKey(data: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (((data[FLAGS_AT] ?? 0) & KEY_ATTACHED) === 0) return null

  const idLength = (data[ID_LENGTH_AT] ?? 0) * 256 + (data[ID_LENGTH_AT + 1] ?? 0)
  const start = ID_LENGTH_AT + 2 + idLength
  const end = findItemEnd(data, start)
  return end > data.length ? null : new Uint8Array(data.slice(start, end))
}

/**
 * Computes the SHA-256 of a new public key, in hex, from the data of its authenticator. Returns
 * null if the data has no key that can be read.
 */
export async function computeKeyFingerprint(data: Uint8Array): Promise<string | null> {
  try {
    const key = findPublicKey(data)
    if (!key) return null

    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', key))
    return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
