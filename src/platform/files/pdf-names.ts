import { createSlices } from './slices.ts'

/** Names that make a PDF do something, or carry another file. */
const ACTIVE = [
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
  'SubmitForm',
  'ImportData',
  'Rendition',
] as const

/** Names of a PDF whose objects may be inside compressed streams. */
const PACKED = ['ObjStm', 'XRef', 'XRefStm'] as const

/** Encodings that no PDF with compressed objects needs; they could hide an object. */
const ENCODINGS = [
  'LZWDecode',
  'LZW',
  'ASCII85Decode',
  'A85',
  'ASCIIHexDecode',
  'AHx',
  'RunLengthDecode',
  'RL',
  'Crypt',
] as const

const RELEVANT = new Set<string>([
  ...ACTIVE,
  ...PACKED,
  ...ENCODINGS,
  'Encrypt',
  'First',
  'N',
  'Predictor',
])

/** No relevant name is longer. */
const MAX_NAME = 16
/** The maximum number of bytes that a relevant name takes with its slash and the sign behind it. */
export const MAX_NAME_BYTES = 3 * MAX_NAME + 2

const SLASH = 0x2f
const HASH = 0x23
const toCodes = (signs: string) => new Set([...signs].map((sign) => sign.charCodeAt(0)))
const DELIMITERS = toCodes('\0\t\n\f\r ()<>[]{}/%')
/** One of 16 million places in a picture reads /JS by chance, so a value has to follow. */
const SCRIPT = /^\/(?:J|#4a)(?:S|#53)[\0\t\n\f\r (<%/[]/i

/**
 * Adds the relevant names of a piece of a PDF, with letters decoded that are written as # and two
 * digits. It runs in slices, and allocates nothing for what isn't relevant.
 */
export async function collectNames(piece: Buffer, names: Set<string>): Promise<void> {
  const yieldAfterSlice = createSlices()

  for (let at = piece.indexOf(SLASH), count = 1; at >= 0; at = piece.indexOf(SLASH, at + 1)) {
    const name = readName(piece, at + 1)
    if (name !== null && RELEVANT.has(name) && (name !== 'JS' || isScript(piece, at)))
      names.add(name)

    if (count++ % 256 === 0) await yieldAfterSlice()
  }
}

const isScript = (piece: Buffer, at: number) => SCRIPT.test(piece.toString('latin1', at, at + 8))

/** Returns the name at a place; null for one that is longer than any that is relevant. */
function readName(piece: Buffer, start: number): string | null {
  let name = ''

  for (let at = start; at < piece.length; at++) {
    let code = piece[at] as number
    if (DELIMITERS.has(code)) return name
    if (name.length === MAX_NAME) return null

    const escaped = code === HASH ? readHexPair(piece, at + 1) : -1
    if (escaped >= 0) {
      code = escaped
      at += 2
    }
    name += String.fromCharCode(code)
  }

  return name
}

function readHexPair(piece: Buffer, at: number): number {
  const [high, low] = [readHexDigit(piece[at]), readHexDigit(piece[at + 1])]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function readHexDigit(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

const hasAny = (names: Set<string>, list: readonly string[]) => list.some((name) => names.has(name))

export const hasActiveName = (names: Set<string>) => hasAny(names, ACTIVE)
export const hasPackedObjects = (names: Set<string>) =>
  hasAny(names, PACKED) || (names.has('First') && names.has('N'))
export const hasOtherEncoding = (names: Set<string>) => hasAny(names, ENCODINGS)
