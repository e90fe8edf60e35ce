import { z } from 'zod'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant } from '#platform/http/schemas.ts'
import { id, tags } from './fields.ts'

const compliance = z.object({
  level: z.int().meta({ description: '0 none, 1 basic, 2 full, 3 source of funds' }),
  birthDate: day
    .nullable()
    .meta({ description: 'as the member declared it; null of a closed account' }),
  detailsRetainedUntil: instant
    .nullable()
    .meta({ description: 'when name and contact details of a closed account are erased' }),
  screenedAt: instant.nullable().meta({ description: 'last comparison with the sanctions lists' }),
  held: z.boolean().meta({ description: 'neither credited nor paid, by screening' }),
  items: z
    .array(
      z.object({
        _id: z.string(),
        area: z.enum(['verification', 'screening', 'monitoring']),
        title: z.string(),
        status: z.string(),
        open: z.boolean(),
        at: instant,
      }),
    )
    .meta({ description: 'verifications and cases, open ones first and each the newest first' }),
})

export const complianceCalls = {
  compliance: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}/compliance',
      summary: 'Get the verification, screening and monitoring of a member',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(compliance)),
}
