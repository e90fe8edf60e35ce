import { z } from 'zod'
import { instant } from '#platform/http/schemas.ts'

export const queue = z.object({
  name: z.string(),
  cron: z.string().nullable(),
  waiting: z.int(),
  active: z.int(),
  retrying: z.int(),
  failed: z.int(),
  lastDoneAt: instant.nullable(),
})

export const troubled = z.object({
  _id: z.string(),
  queue: z.string(),
  state: z.enum(['retry', 'failed']),
  tries: z.int(),
  createdAt: instant,
  nextAt: instant.nullable(),
  lastError: z.string(),
  payload: z.record(z.string(), z.unknown()),
})
