import { z } from 'zod'
import { journalLinkFields } from '#modules/ledger/contract.ts'
import { member } from '#platform/http/contract.ts'
import { buildEnvelope, day, usd } from '#platform/http/schemas.ts'
import { tags } from './fields.ts'

const blockNumber = z
  .string()
  .regex(/^\d{1,18}$/)
  .default('0')

const journalBlock = z.object({
  ...journalLinkFields,
  leaves: z
    .string()
    .meta({ description: "hashes of all rows in the block, other members' rows included" }),
  rows: z.array(
    z.object({
      seq: z.string(),
      kind: z.string(),
      what: z.string(),
      day,
      debit: z.string(),
      credit: z.string(),
      amount: usd,
      text: z
        .string()
        .nullable()
        .meta({ description: 'text that is hashed, if it discloses no other account' }),
      salt: z
        .string()
        .nullable()
        .meta({ description: 'in hex, with the text: hashed with the hash of the text' }),
    }),
  ),
})

/** Proofs from the hash chain. */
export const chainCalls = {
  chainProofs: member
    .route({
      method: 'GET',
      path: '/user/chain-blocks',
      summary: 'List the blocks with the member’s entries',
      tags,
    })
    .input(z.object({ after: blockNumber }))
    .output(
      buildEnvelope(z.object({ blocks: z.array(journalBlock), next: z.string().nullable() })),
    ),
  chain: member
    .route({
      method: 'GET',
      path: '/user/chain',
      summary: 'List the links of the hash chain after a block',
      tags,
    })
    .input(z.object({ after: blockNumber }))
    .output(
      buildEnvelope(
        z.object({ links: z.array(z.object(journalLinkFields)), next: z.string().nullable() }),
      ),
    ),
}
