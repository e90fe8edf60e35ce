import { findPdfProblem, type PdfProblem } from './pdf.ts'
import { createUploadError, type SafeFile } from './safe-file.ts'

const ERRORS: Record<PdfProblem, { code: string; message: string }> = {
  damaged: {
    code: 'file_damaged',
    message: "The PDF can't be read. It may be damaged or cut off.",
  },
  encrypted: {
    code: 'file_encrypted',
    message: 'The PDF is encrypted. Please save it without a password, or as a picture.',
  },
  active: {
    code: 'file_active',
    message: 'The PDF holds scripts or attachments. Please save it as a picture.',
  },
  unreadable: {
    code: 'file_unreadable',
    message:
      "The PDF is compressed in a way that can't be checked. Please save it again, or as a " +
      'picture.',
  },
  too_large: {
    code: 'file_too_complex',
    message: 'The PDF unpacks to more than 64 MB. Please save it as a picture.',
  },
}

/** Accepts a complete PDF that is not encrypted and does nothing by itself. */
export async function checkPdf(bytes: Uint8Array, field: string): Promise<SafeFile> {
  const problem = await findPdfProblem(bytes)
  if (problem) {
    const { code, message } = ERRORS[problem]
    throw createUploadError(code, message, field)
  }

  return { content: bytes, type: 'application/pdf', extension: 'pdf' }
}
