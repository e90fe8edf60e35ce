import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata } from 'sharp'
import { DomainError } from '#lib/errors.ts'

export const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024
/** The maximum size that an image header may claim; checked before anything is decoded. */
export const LIMIT_PIXELS = 25_000_000
/** The same for images that can't be decoded line by line and need memory as a whole. */
export const LIMIT_PIXELS_AT_ONCE = 4_000_000
/** The maximum side of a stored image: text on it stays legible, at bounded memory. */
export const MAX_SIDE = 2_000
const PICTURES = ['image/png', 'image/jpeg', 'image/webp'] as const

export type SafeFile = {
  content: Uint8Array
  type: (typeof PICTURES)[number] | 'application/pdf'
  extension: string
}

/** Decoding takes memory and a processor: this many images at once, the others wait. */
const DECODED_AT_ONCE = 2
let decoding = 0
const waiting: (() => void)[] = []

/** No decoded image is cached, and one image uses one processor. */
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
 * Accepts one PNG, JPEG, WebP or PDF by its content, never by its name. Images are decoded and
 * encoded again, so no hidden content is stored.
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

/**
 * Turns an image upright. Turning needs the whole image in memory, so a large one is made smaller
 * first.
 */
async function rotateUpright(
  bytes: Uint8Array,
  { orientation = 1 }: Metadata,
): Promise<Uint8Array> {
  if (orientation === 1) return bytes
  const small = await shrinkPicture(bytes).withMetadata({ orientation }).toBuffer()
  return await openPicture(small).rotate().toBuffer()
}

/**
 * Throws for an image that needs too much memory. A JPEG is decoded at a smaller size; any other
 * image that is turned or layered is decoded whole.
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

/** Decodes the names of a PDF, which may write any letter as two digits after a #. */
const decodePdfNames = (text: string) =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_all, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )

/**
 * Returns whether a PDF has its header, its end mark, and its cross-reference table where the end
 * mark says.
 */
function isCompletePdf(text: string): boolean {
  if (!/^%PDF-[12]\.\d/.test(text)) return false
  const end = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(text.slice(-1024))
  if (!end) return false
  const table = text.slice(Number(end[1]), Number(end[1]) + 32)
  return /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(table) && text.includes('/Root')
}
