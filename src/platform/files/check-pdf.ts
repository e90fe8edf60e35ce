import { findPdfProblem, type PdfProblem } from './pdf.ts'
import { createUploadError, type SafeFile } from './safe-file.ts'

const ERRORS: Record<PdfProblem, { code: string; message: string }> = {
  damaged: {
    code: 'file_damaged',
    message: 'We can’t read this PDF. It may be damaged or incomplete.',
  },
  encrypted: {
    code: 'file_encrypted',
    message: 'This PDF is encrypted. Please save it without a password or as an image.',
  },
  active: {
    code: 'file_active',
    message: 'This PDF contains scripts or attachments. Please save it as an image.',
  },
  unreadable: {
    code: 'file_unreadable',
    message: 'We can’t check how this PDF is compressed. Please save it again or as an image.',
  },
  too_large: {
    code: 'file_too_complex',
    message: 'This PDF is larger than 64 MB when decompressed. Please save it as an image.',
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
