/** Accepted MIME types with their file extensions. */
export type FileRules = {
  types: Record<string, readonly string[]>
  maxBytes: number
  /** The types as text: 'a PNG, JPEG, WebP or PDF file'. */
  typesLabel: string
}

const MEGABYTE = 1024 * 1024

/** The files that the server accepts as a document: see `sanitiseUpload`. */
export const DOCUMENT_FILES: FileRules = {
  types: {
    'image/png': ['.png'],
    'image/jpeg': ['.jpg', '.jpeg'],
    'image/webp': ['.webp'],
    'application/pdf': ['.pdf'],
  },
  maxBytes: 10 * MEGABYTE,
  typesLabel: 'a PNG, JPEG, WebP or PDF file',
}

/** The first characters of the files that are documents; a dot stands for any character. */
const BEGINNINGS = [/^\x89PNG/, /^\xff\xd8\xff/, /^RIFF....WEBP/s, /^%PDF-/]
const BEGINNING_BYTES = 12

/**
 * Returns why the content of a file is rejected, whatever its name says, or null. Reads its first
 * bytes only; the server checks the whole.
 */
export async function findContentError(file: Blob, rules: FileRules): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer())
  const beginning = String.fromCharCode(...bytes)

  return BEGINNINGS.some((pattern) => pattern.test(beginning))
    ? null
    : `This file isn’t what its name says. Choose ${rules.typesLabel}.`
}

/** Returns why a file is rejected, or null. The server checks the content itself. */
export function findFileError(
  file: { type: string; size: number },
  rules: FileRules,
): string | null {
  if (!(file.type in rules.types))
    return `We can’t accept this file type. Choose ${rules.typesLabel}.`
  if (file.size === 0) return 'This file is empty. Choose another file.'
  if (file.size > rules.maxBytes)
    return `This file is larger than ${formatFileSize(rules.maxBytes)}. Choose a smaller file.`
  return null
}

/** Formats a file size: `412 KB`, `10 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < MEGABYTE) return `${Math.round(bytes / 1024)} KB`
  const tenths = Math.round((bytes / MEGABYTE) * 10)
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)} MB`
}
