import { z } from 'zod'
import { instant, usd } from '#platform/http/schemas.ts'

/** The counts of open work. */
export const waiting = z.object({
  pending_deposits: z.int(),
  pending_withdrawals: z.int(),
  approved_withdrawals: z.int().meta({ description: 'approved and not paid yet' }),
  overdue_withdrawals: z.int().meta({ description: 'open, and later than the operator states' }),
  waiting_approvals: z
    .int()
    .meta({ description: 'proposals and drafts of plans that wait for a second admin' }),
  open_breaks: z
    .int()
    .meta({ description: 'differences between external balances and the ledger' }),
  open_monitoring: z.int().meta({ description: 'transactions that a monitoring rule found' }),
  open_screening: z.int().meta({ description: 'members who resemble a party of a sanctions list' }),
  verifications_in_review: z.int().meta({ description: 'identities that wait for a reviewer' }),
  open_messages: z.int().meta({ description: 'from visitors, not answered yet' }),
  offered_testimonials: z.int().meta({ description: 'offered by members, not decided yet' }),
})

/** The figures of the overview. */
export const totals = waiting.extend({
  at: instant.meta({ description: 'the time of these figures' }),
  oldest: z
    .object({
      pending_deposit: instant.nullable(),
      pending_withdrawal: instant.nullable(),
      approved_withdrawal: instant.nullable(),
      proposal: instant.nullable(),
      message: instant.nullable(),
    })
    .meta({ description: 'since when the oldest item of each kind waits' }),
  overdue_deposits: z.int().meta({ description: 'pending for more than 24 hours' }),
  expiring_proposals: z.int().meta({ description: 'undecided, with less than 12 hours left' }),
  first_proposal_expires_at: instant.nullable(),
  open_alerts: z.int(),
  total_users: z.int(),
  active_users: z.int().meta({ description: 'logged in within 30 days or holding a position' }),
  total_deposit: usd,
  total_withdrawals: usd,
  owed: usd.meta({ description: 'to all members' }),
  held: usd.nullable().meta({ description: 'in custody, at current prices; null without a price' }),
  placed: usd.meta({
    description: 'placed for plans, at cost in dollars',
  }),
  integrity: z.object({ since: instant, checkedAt: instant }).nullable().meta({
    description: 'since when every integrity check has passed; null when the last one failed',
  }),
  checked: z.boolean().meta({ description: 'whether an integrity check has run yet' }),
  frozen: z.boolean().meta({ description: 'posting is stopped until two admins lift the freeze' }),
})
