import { z } from 'zod'
import { instant } from '#platform/http/schemas.ts'

const authMethod = z.enum(['passkey', 'code', 'recovery-code'])
export const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'recovery codes: returned only once' })

export const device = {
  device: z.string(),
  near: z.string().meta({ description: 'the address without its last part' }),
}

export const factors = z.object({
  authenticatorSince: instant.nullable(),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      addedAt: instant,
      usedAt: instant.nullable(),
      backedUp: z.boolean(),
      copied: z.boolean().meta({ description: 'a copy of it was detected: it is disabled' }),
    }),
  ),
  ways: z
    .array(authMethod)
    .meta({ description: 'the methods of a recent authentication; none: the password' }),
  required: z.boolean().meta({ description: 'whether the last one cannot be removed' }),
})
