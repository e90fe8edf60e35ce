import { z } from 'zod'
import { buildApprovalResponse, buildEnvelope, instant } from '#platform/http/schemas.ts'
import { tags } from './fields.ts'

const moved = z.object({
  _id: z.string().meta({ description: 'of the proposal, also after approval' }),
  kind: z.string(),
  state: z.enum(['done', 'waiting']),
  content: z
    .record(z.string(), z.string().nullable())
    .meta({ description: 'amounts in minor units, as texts; what a second admin decides on' }),
  hash: z
    .string()
    .nullable()
    .meta({ description: 'of the content, which an approval has to send' }),
  expiresAt: instant.nullable(),
})
export const begun = buildApprovalResponse(buildEnvelope(moved))

/** Returns the route of a call that posts a movement, or answers 202 with a pending proposal. */
export const buildMovementRoute = <Path extends `/admin/treasury/${string}`>(
  path: Path,
  summary: string,
) => ({ method: 'POST', path, summary, outputStructure: 'detailed', tags }) as const
