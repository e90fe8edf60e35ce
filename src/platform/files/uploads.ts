import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata } from 'sharp'
import { checkPdf } from './check-pdf.ts'
import { runInTurn } from './decode-turns.ts'
import { createUploadError, PICTURES, type SafeFile } from './safe-file.ts'

export const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024

/** The maximum size that an image header may claim; checked before anything is decoded. */
export const LIMIT_PIXELS = 25_000_000

/** The same for images that can't be decoded line by line and need memory as a whole. */
export const LIMIT_PIXELS_AT_ONCE = 4_000_000

/** The maximum side of a stored image: text on it stays legible, at bounded memory. */
export const MAX_SIDE = 2_000

/** No decoded image is cached, and one image uses one processor. */
sharp.cache(false)
sharp.concurrency(1)

/**
 * Accepts one PNG, JPEG, WebP or PDF by its content, never by its name. Images are decoded and
 * encoded again, so no hidden content is stored.
 */
export async function sanitiseUpload(bytes: Uint8Array, field: string): Promise<SafeFile> {
  if (bytes.length === 0) throw createUploadError('file_empty', 'The file is empty.', field)
  if (bytes.length > UPLOAD_LIMIT_BYTES)
    throw createUploadError('file_too_large', 'The file is larger than 10 MB.', field, 413)

  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found?.mime === 'application/pdf') return await runInTurn(() => checkPdf(bytes, field))

  const type = PICTURES.find((picture) => picture === found?.mime)
  if (!type)
    throw createUploadError('file_type', 'Please choose a PNG, JPEG, WebP or PDF file.', field, 415)

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
      'We can’t read this image. It may be damaged, incomplete or too large.',
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
  const limit = byLines ? LIMIT_PIXELS : LIMIT_PIXELS_AT_ONCE
  if (width * height > limit) throw new Error('more pixels than are decoded')
}
