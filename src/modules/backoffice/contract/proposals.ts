import { z } from 'zod'
import { CURRENCIES } from '#lib/money.ts'
import { PROPOSAL_STATES } from '#modules/approvals/model.ts'
import { instant } from '#platform/http/schemas.ts'

/** The states of a proposal. */
export const proposalState = z.enum(PROPOSAL_STATES)

/** A proposal in the list. */
export const proposal = z.object({
  _id: z.string(),
  permission: z.string(),
  subject: z.string().meta({ description: 'the id of the subject' }),
  state: proposalState,
  content: z
    .record(z.string(), z.unknown())
    .meta({ description: 'amounts in minor units, as text' }),
  hash: z.string().meta({ description: 'hash of the content; a decision has to send it' }),
  proposed: z.object({ by: z.string(), at: instant, mine: z.boolean() }),
  expiresAt: instant,
  decided: z
    .object({
      by: z.string(),
      at: instant,
      reason: z.string().nullable(),
      staffSince: instant.nullable().meta({ description: 'when the decider joined the staff' }),
      invitedBy: z.string().nullable().meta({ description: 'who invited the decider' }),
      signed: z
        .object({
          key: z.string(),
          kind: z.enum(['passkey', 'software']),
          at: instant,
          hash: z.string().meta({ description: 'what was signed, published in the log' }),
        })
        .nullable()
        .meta({ description: 'null for a rejection, and before approvals were signed' }),
    })
    .nullable(),
  mayDecideFrom: instant
    .nullable()
    .meta({ description: 'when the caller, who is new on the staff, may approve' }),
  lines: z.array(z.string()).meta({
    description:
      'what approval changes, in words: of a setting, or of rules where one proposal is read; ' +
      'else empty',
  }),
  mayDecide: z.boolean().meta({ description: 'whether the caller may approve it' }),
  names: z
    .record(z.string(), z.string())
    .meta({ description: 'names of the members, plans and staff in the content, by id' }),
  before: z.string().meta({ description: 'send as `before` to read the next page' }),
})

/** A proposal with the journal rows that it posts. */
export const proposalDetails = proposal.extend({
  rows: z
    .array(
      z.object({
        seq: z.string().nullable().meta({ description: 'the journal number, once chained' }),
        debit: z.string(),
        credit: z.string(),
        currency: z.enum(CURRENCIES),
        amount: z.string().meta({ description: 'in its currency, exact' }),
      }),
    )
    .meta({ description: 'the rows that approval will post; once approved, the posted rows' }),
  newAddress: z
    .boolean()
    .meta({ description: 'a withdrawal to an address that was saved less than a day ago' }),
  moreRows: z.int().meta({ description: 'the number of rows that are not listed' }),
})
