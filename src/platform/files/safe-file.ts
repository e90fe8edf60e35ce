import { DomainError } from '#lib/errors.ts'

export const PICTURES = ['image/png', 'image/jpeg', 'image/webp'] as const

export type SafeFile = {
  content: Uint8Array
  type: (typeof PICTURES)[number] | 'application/pdf'
  extension: string
}

/** Builds the error of a rejected file, 400 unless stated. */
export const createUploadError = (
  code: string,
  message: string,
  field: string,
  status: 413 | 415 | 422 = 422,
) => new DomainError(code, status, message, field)
