import { createUploadError, type SafeFile } from './safe-file.ts'

const ACTIVE =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|Rendition)\b/

/** Accepts a complete PDF without active content. Throws `file_damaged` or `file_active`. */
export function checkPdf(bytes: Uint8Array, field: string): SafeFile {
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
