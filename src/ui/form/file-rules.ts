/** Accepted MIME types with their file extensions. */
export type FileRules = {
  types: Record<string, readonly string[]>
  maxBytes: number
  /** The types as text: 'a PNG, JPEG, WebP or PDF file'. */
  typesLabel: string
}

const MEGABYTE = 1024 * 1024

/** Returns why a file is rejected, or null. The server checks the content itself. */
export function findFileError(
  file: { type: string; size: number },
  rules: FileRules,
): string | null {
  if (!(file.type in rules.types)) return `That file can't be used. Choose ${rules.typesLabel}.`
  if (file.size === 0) return 'That file is empty. Choose another.'
  if (file.size > rules.maxBytes)
    return `That file is larger than ${formatFileSize(rules.maxBytes)}. Choose a smaller one.`
  return null
}

/** Formats a file size: `412 KB`, `10 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < MEGABYTE) return `${Math.round(bytes / 1024)} KB`
  const tenths = Math.round((bytes / MEGABYTE) * 10)
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)} MB`
}
