import { constants, createInflateRaw, inflateRawSync } from 'node:zlib'
import {
  collectNames,
  hasActiveName,
  hasOtherEncoding,
  hasPackedObjects,
  MAX_NAME_BYTES,
} from './pdf-names.ts'
import { createSlices } from './slices.ts'

/** The maximum size that the compressed objects of one PDF unpack to. */
const UNPACKED_LIMIT_BYTES = 64 * 1024 * 1024
/** The maximum number of streams of one PDF; a document of a thousand pages has some thousands. */
const MAX_STREAMS = 20_000
const PIECE_BYTES = 64 * 1024
const PEEK_BYTES = 256
const STREAM = Buffer.from('stream')
const DICTIONARY_BYTES = 1024

export type PdfProblem = 'damaged' | 'encrypted' | 'active' | 'unreadable' | 'too_large'

/**
 * Returns why a PDF is not accepted, or null. The file is scanned in slices between which other
 * work runs, and its compressed objects are unpacked piece by piece up to a limit, so that neither
 * memory nor the event loop depends on what the file claims.
 */
export async function findPdfProblem(bytes: Uint8Array): Promise<PdfProblem | null> {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isCompletePdf(pdf)) return 'damaged'

  const names = new Set<string>()
  await collectNames(pdf, names)

  if (names.has('Encrypt')) return 'encrypted'
  if (hasActiveName(names)) return 'active'
  if (!hasPackedObjects(names)) return null
  if (hasOtherEncoding(names)) return 'unreadable'

  return await findPackedProblem(pdf)
}

/**
 * Returns whether a PDF has its header, its end mark, and its cross-reference table where the end
 * mark says.
 */
function isCompletePdf(pdf: Buffer): boolean {
  if (!/^%PDF-[12]\.\d/.test(pdf.toString('latin1', 0, 16))) return false

  const end = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(pdf.subarray(-1024).toString('latin1'))
  if (!end) return false

  const at = Number(end[1])
  const table = pdf.subarray(at, at + 32).toString('latin1')
  return /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(table) && pdf.includes('/Root')
}

/**
 * Scans every compressed stream that reads like a list of objects, whatever its dictionary says: a
 * reader that repairs a damaged file may not trust the dictionary either.
 */
async function findPackedProblem(pdf: Buffer): Promise<PdfProblem | null> {
  const yieldAfterSlice = createSlices()
  let unpackedBytes = 0
  let streams = 0

  for (let at = pdf.indexOf(STREAM); at >= 0; at = pdf.indexOf(STREAM, at + STREAM.length)) {
    await yieldAfterSlice()

    const start = findDeflated(pdf, at + STREAM.length)
    if (start === null) continue
    if (++streams > MAX_STREAMS) return 'too_large'

    const head = peek(pdf.subarray(start, start + PEEK_BYTES))
    if (!head) return 'unreadable'
    if (await isHidden(pdf, at, head)) return 'unreadable'
    if (!isObjectList(head)) continue

    const outcome = await findInflatedProblem(
      pdf.subarray(start),
      UNPACKED_LIMIT_BYTES - unpackedBytes,
    )
    if (typeof outcome === 'string') return outcome
    unpackedBytes += outcome
  }

  return null
}

const isSpace = (code: number | undefined) =>
  code === 0 || code === 0x20 || (code !== undefined && code >= 0x09 && code <= 0x0d)

/** Returns where the deflated content of a stream starts, behind its header of two bytes. */
function findDeflated(content: Buffer, from: number): number | null {
  let at = from
  while (at < from + 8 && isSpace(content[at])) at++

  const [first = 0, second = 0] = content.subarray(at, at + 2)
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0 ? at + 2 : null
}

/** Returns the beginning of a deflated stream; null where it is damaged. */
function peek(deflated: Uint8Array): Buffer | null {
  try {
    return inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return null
  }
}

/** An object stream begins with the numbers and places of its objects, or a comment. */
const isObjectStart = (code: number | undefined) =>
  code === 0x25 || (code !== undefined && code >= 0x30 && code <= 0x39)

function isObjectList(content: Buffer): boolean {
  let at = 0
  while (isSpace(content[at])) at++
  return isObjectStart(content[at])
}

/** Returns whether objects are compressed twice, or changed by a predictor before. */
async function isHidden(pdf: Buffer, at: number, head: Buffer): Promise<boolean> {
  const twice = findDeflated(head, 0)
  if (twice !== null) {
    const inner = peek(head.subarray(twice))
    if (inner && isObjectList(inner)) return true
  }

  if ((head[0] ?? 9) > 4 || !isObjectStart(head[1])) return false

  const names = new Set<string>()
  await collectNames(pdf.subarray(Math.max(0, at - DICTIONARY_BYTES), at), names)
  return names.has('Predictor') && names.has('ObjStm')
}

/** Returns the unpacked size of one stream, or its problem. */
async function findInflatedProblem(
  deflated: Uint8Array,
  maxBytes: number,
): Promise<PdfProblem | number> {
  const unpacking = createInflateRaw({
    chunkSize: PIECE_BYTES,
    finishFlush: constants.Z_SYNC_FLUSH,
  })
  unpacking.end(deflated)

  const names = new Set<string>()
  let tail: Buffer = Buffer.alloc(0)
  let size = 0

  try {
    for await (const piece of unpacking as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > maxBytes) return 'too_large'

      const text = Buffer.concat([tail, piece])
      await collectNames(text, names)
      if (hasActiveName(names)) return 'active'

      tail = text.subarray(-MAX_NAME_BYTES)
    }
  } catch {
    return 'unreadable'
  }

  return size
}
