import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata } from 'sharp'
import { DomainError } from '#lib/errors.ts'

export const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024
/** What a header may claim; read before anything is decoded. */
export const LIMIT_PIXELS = 25_000_000
/** The same for pictures that can't be read line by line, and so lie in memory whole. */
export const LIMIT_PIXELS_AT_ONCE = 4_000_000
/**
 * A side is kept this long: what is written on a picture stays legible, and no memory is spent on
 * more.
 */
export const MAX_SIDE = 2_000
const PICTURES = ['image/png', 'image/jpeg', 'image/webp'] as const

export type SafeFile = {
  content: Uint8Array
  type: (typeof PICTURES)[number] | 'application/pdf'
  extension: string
}

/** Decoding takes memory and a processor: so many at once, and the others wait. */
const DECODED_AT_ONCE = 2
let decoding = 0
const waiting: (() => void)[] = []

/** Nothing that was decoded is kept in memory, and one picture has one processor. */
sharp.cache(false)
sharp.concurrency(1)

async function runInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (decoding >= DECODED_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else decoding += 1

  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else decoding -= 1
  }
}

const createUploadError = (
  code: string,
  message: string,
  field: string,
  status: 413 | 415 | 422 = 422,
) => new DomainError(code, status, message, field)

/**
 * Takes one PNG, JPEG, WebP or PDF by its content, never by its name. Pictures are decoded and
 * written anew, so nothing rides along.
 */
export async function sanitiseUpload(bytes: Uint8Array, field: string): Promise<SafeFile> {
  if (bytes.length === 0) throw createUploadError('file_empty', 'The file is empty.', field)
  if (bytes.length > UPLOAD_LIMIT_BYTES)
    throw createUploadError('file_too_large', 'The file is larger than 10 MB.', field, 413)

  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found?.mime === 'application/pdf') return checkPdf(bytes, field)

  const type = PICTURES.find((picture) => picture === found?.mime)
  if (!type)
    throw createUploadError(
      'file_type',
      'Please choose a PNG, JPEG or WebP picture or a PDF document.',
      field,
      415,
    )

  return await runInTurn(() => rewritePicture(bytes, type, field))
}

async function rewritePicture(bytes: Uint8Array, type: (typeof PICTURES)[number], field: string) {
  try {
    const facts = await openPicture(bytes).metadata()
    assertDecodable(facts)

    const extension = type === 'image/png' ? 'png' : type === 'image/jpeg' ? 'jpg' : 'webp'
    const format = extension === 'jpg' ? 'jpeg' : extension
    const content = await shrinkPicture(await rotateUpright(bytes, facts))
      .toFormat(format, format === 'png' ? {} : { quality: 85 })
      .toBuffer()

    return { content, type, extension }
  } catch {
    throw createUploadError(
      'file_damaged',
      "The picture can't be read. It may be damaged, cut off or too large.",
      field,
    )
  }
}

const openPicture = (bytes: Uint8Array) =>
  sharp(bytes, {
    limitInputPixels: LIMIT_PIXELS,
    failOn: 'error',
    pages: 1,
    sequentialRead: true,
  }).timeout({
    seconds: 10,
  })

const shrinkPicture = (bytes: Uint8Array) =>
  openPicture(bytes).resize({
    width: MAX_SIDE,
    height: MAX_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  })

/** Turning a picture takes all of it at once, so a large one is made smaller first. */
async function rotateUpright(
  bytes: Uint8Array,
  { orientation = 1 }: Metadata,
): Promise<Uint8Array> {
  if (orientation === 1) return bytes
  const small = await shrinkPicture(bytes).withMetadata({ orientation }).toBuffer()
  return await openPicture(small).rotate().toBuffer()
}

/**
 * A JPEG is read smaller than it is; everything else that is turned, or comes in layers, needs all
 * of itself at once.
 */
function assertDecodable({ format, width, height, isProgressive, orientation = 1 }: Metadata) {
  const byLines = !isProgressive && (format === 'jpeg' || (format === 'png' && orientation === 1))
  const most = byLines ? LIMIT_PIXELS : LIMIT_PIXELS_AT_ONCE
  if (width * height > most) throw new Error('more pixels than are decoded')
}

const ACTIVE =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|Rendition)\b/

function checkPdf(bytes: Uint8Array, field: string): SafeFile {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!isCompletePdf(text))
    throw createUploadError(
      'file_damaged',
      "The PDF can't be read. It may be damaged or cut off.",
      field,
    )

  if (ACTIVE.test(decodePdfNames(text)))
    throw createUploadError(
      'file_active',
      'The PDF holds scripts or attachments. Please save it as a picture.',
      field,
    )

  return { content: bytes, type: 'application/pdf', extension: 'pdf' }
}

/** Names as they are meant: a PDF may write any letter of one as two digits behind a #. */
const decodePdfNames = (text: string) =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_all, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )

/** Header first, end mark last, and the table that the end points to where it says it is. */
function isCompletePdf(text: string): boolean {
  if (!/^%PDF-[12]\.\d/.test(text)) return false
  const end = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(text.slice(-1024))
  if (!end) return false
  const table = text.slice(Number(end[1]), Number(end[1]) + 32)
  return /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(table) && text.includes('/Root')
}
