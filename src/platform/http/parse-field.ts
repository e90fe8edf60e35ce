import type { z } from 'zod'
import { DomainError } from '#lib/errors.ts'

/**
 * Parses one field of a form that a command checks as a whole, so that all its errors are returned
 * at once. Throws `validation` (400) with the field and its first message.
 */
export function parseField<Value>(schema: z.ZodType<Value>, value: unknown, field: string): Value {
  const read = schema.safeParse(value)
  if (read.success) return read.data

  throw new DomainError('validation', 400, read.error.issues[0]?.message ?? '', field)
}
