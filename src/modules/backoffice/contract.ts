import { z } from 'zod'
import { CURRENCIES } from '#lib/money.ts'
import { getPermittedRoles, PROPOSAL_STATES } from '#modules/approvals/model.ts'
import { MEMBER_STATUSES } from '#modules/identity/model.ts'
import { PLAN_FAMILIES, POSITION_STATUSES } from '#modules/plans/model.ts'
import { listInput, pageFacts } from '#platform/db/pages.ts'
import { admin, adminDecision, adminMoney } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  day,
  instant,
  messageOnly,
  usd,
} from '#platform/http/schemas.ts'

const tags = ['Back office']
const status = z.enum(MEMBER_STATUSES)

const userLine = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status,
  withdrawable_balance: usd,
  total_balance: usd,
  total_invest: usd,
  createdAt: instant,
})

const user = userLine.extend({
  phone_number: z.string(),
  country: z.string(),
  referral_code: z.string(),
  suspended_reason: z.string().nullable(),
  review_on: day.nullable(),
  lastSignInAt: instant.nullable(),
  total_withdrawal: usd,
  cash: usd,
  principal: usd,
  held: usd,
  accrued: usd,
  due: usd,
  positions: z.array(
    z.object({
      _id: z.string(),
      plan: z.string(),
      family: z.enum(PLAN_FAMILIES),
      status: z.enum(POSITION_STATUSES),
      principal: usd,
      remaining: usd,
      accrued: usd,
      openedOn: day,
      maturesOn: day,
    }),
  ),
})

const users = z.object({ users: z.array(userLine), total_users: z.int() })

const usersQuery = z.object({
  ...listInput,
  status: z.enum(MEMBER_STATUSES).exclude(['closed']).optional(),
  sort: z
    .enum(['registered', '-registered', 'name', '-name', 'email', '-email', 'balance', '-balance'])
    .default('-registered'),
})

const waiting = z.object({
  pending_deposits: z.int(),
  pending_withdrawals: z.int(),
  approved_withdrawals: z.int().meta({ description: 'approved and not paid yet' }),
  waiting_approvals: z
    .int()
    .meta({ description: 'proposals and drafts of plans that wait for a second admin' }),
  open_breaks: z.int().meta({ description: 'differences between outside balances and the books' }),
  open_messages: z.int().meta({ description: 'from visitors, not answered yet' }),
  offered_testimonials: z.int().meta({ description: 'offered by members, not decided yet' }),
})

const totals = waiting.extend({
  total_users: z.int(),
  active_users: z.int().meta({ description: 'signed in within 30 days, or holding a position' }),
  total_deposit: usd,
  total_withdrawals: usd,
  owed: usd.meta({ description: 'to all members' }),
  held: usd.nullable().meta({ description: 'in custody, at current prices; null without a price' }),
  placed: usd.meta({
    description: 'outside for plans, in dollars at the rate when it was placed',
  }),
  integrity: z.object({ since: instant, checkedAt: instant }).nullable().meta({
    description: 'since when every integrity check has passed; null when the last one failed',
  }),
  checked: z.boolean().meta({ description: 'whether an integrity check has run yet' }),
  frozen: z.boolean().meta({ description: 'posting is stopped until two admins end the freeze' }),
})

const state = z.enum(PROPOSAL_STATES)

const proposal = z.object({
  _id: z.string(),
  permission: z.string(),
  subject: z.string().meta({ description: 'the id of the subject' }),
  state,
  content: z
    .record(z.string(), z.unknown())
    .meta({ description: 'amounts in minor units, as text' }),
  hash: z.string().meta({ description: 'hash of the content; a decision has to send it' }),
  proposed: z.object({ by: z.string(), at: instant, mine: z.boolean() }),
  expiresAt: instant,
  decided: z.object({ by: z.string(), at: instant, reason: z.string().nullable() }).nullable(),
  mayDecide: z.boolean().meta({ description: 'whether the caller may approve it' }),
  names: z
    .record(z.string(), z.string())
    .meta({ description: 'names of the members and plans in the content, by id' }),
  before: z.string().meta({ description: 'send as `before` to read the next page' }),
})

const proposalDetails = proposal.extend({
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
  moreRows: z.int().meta({ description: 'the number of rows that are not listed' }),
})

const event = z.object({
  _id: z.string(),
  at: instant,
  kind: z.enum(['sign-in', 'deposit', 'withdrawal', 'money', 'account']),
  what: z.string(),
  by: z.string().nullable().meta({ description: 'the actor, when it was not the member' }),
  note: z.string().nullable(),
  amount: usd.nullable(),
  about: z.string().nullable().meta({ description: 'the id of the deposit or withdrawal' }),
  journalNumber: z.string().nullable(),
  bad: z.boolean().meta({ description: 'rejected or failed' }),
})

const entry = z.object({
  _id: z.string().meta({ description: 'the number in the order of writing' }),
  journalNumber: z.string().nullable().meta({ description: 'the journal number, once chained' }),
  what: z.string(),
  effective: day,
  postedAt: instant,
  amount: usd,
  change: usd.meta({ description: 'of the account balance' }),
  reference: z.string(),
  reason: z.string().nullable(),
})

const id = z.string().max(60)
const decision = {
  id,
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'Name the content that you decide on.'),
}

/** Text as sent. The command validates it and reports the field. */
const rawText = z
  .union([z.string().max(1_000), z.number()])
  .transform(String)
  .optional()
const derivedFigure = rawText.meta({
  description: 'calculated from the books: send it unchanged or not at all',
})

const edited = user.extend({
  waiting: z
    .string()
    .nullable()
    .meta({ description: 'the id of the proposal that a second admin has to decide' }),
})

export const backofficeContract = {
  approvals: admin()
    .route({
      method: 'GET',
      path: '/admin/approvals',
      summary: 'List proposals, newest first',
      tags,
    })
    .input(
      z.object({
        state: state.optional(),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
      }),
    )
    .output(buildEnvelope(z.array(proposal))),
  approval: admin()
    .route({
      method: 'GET',
      path: '/admin/approvals/{id}',
      summary: 'Get a proposal with its journal rows',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(proposalDetails)),
  approve: adminDecision(...getPermittedRoles('proposal.decide'))
    .route({
      method: 'POST',
      path: '/admin/approvals/{id}/approve',
      summary: 'Approve and execute the proposal of another admin',
      tags,
    })
    .input(z.object(decision))
    .output(buildEnvelope(proposal)),
  decline: admin(...getPermittedRoles('proposal.decide'))
    .route({
      method: 'POST',
      path: '/admin/approvals/{id}/reject',
      summary: 'Reject a proposal, or withdraw your own',
      tags,
    })
    .input(z.object({ ...decision, reason: z.string().max(500).default('') }))
    .output(buildEnvelope(proposal)),
  users: admin()
    .route({ method: 'GET', path: '/admin/users', summary: 'List members', tags })
    .input(usersQuery)
    .output(
      z.object({ message: z.string(), data: users }).extend({ ...users.shape, ...pageFacts }),
    ),
  usersFile: admin()
    .route({
      method: 'GET',
      path: '/admin/users.csv',
      summary: 'Export members as CSV',
      tags,
    })
    .input(usersQuery.omit({ page: true, size: true }))
    .output(z.file()),
  waiting: admin()
    .route({
      method: 'GET',
      path: '/admin/waiting',
      summary: 'Count open work',
      tags,
    })
    .output(buildEnvelope(waiting)),
  user: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}',
      summary: 'Get a member with all figures',
      tags,
    })
    .input(z.object({ id: z.string().max(60) }))
    .output(buildEnvelope(user)),
  timeline: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}/timeline',
      tags,
      summary: 'List the timeline of a member, newest first',
    })
    .input(z.object({ id, before: z.iso.datetime().optional(), kind: event.shape.kind.optional() }))
    .output(
      buildEnvelope(
        z.object({
          events: z.array(event),
          before: instant
            .nullable()
            .meta({ description: 'send it to read the next page; null at the end' }),
        }),
      ),
    ),
  entries: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}/entries',
      summary: 'List the newest journal rows of a member',
      tags,
    })
    .input(z.object({ id, limit: z.coerce.number().int().min(1).max(500).default(100) }))
    .output(buildEnvelope(z.array(entry))),
  suspend: admin(...getPermittedRoles('member.edit'))
    .route({ method: 'POST', path: '/admin/users/{id}/suspend', summary: 'Suspend a member', tags })
    .input(
      z.object({
        id,
        reason: z.string().max(1_000).default('').meta({ description: 'the member reads it' }),
        review_on: z.string().max(20).default('').meta({ description: 'the review date' }),
      }),
    )
    .output(messageOnly),
  reactivate: admin(...getPermittedRoles('member.edit'))
    .route({
      method: 'POST',
      path: '/admin/users/{id}/reactivate',
      summary: 'End a suspension',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
  totals: admin()
    .route({
      method: 'GET',
      path: '/admin/totals',
      summary: 'Get the figures of the overview',
      tags,
    })
    .output(buildEnvelope(totals)),
  remove: adminMoney(...getPermittedRoles('member.delete'))
    .route({
      method: 'DELETE',
      path: '/user/{id}',
      summary: "Close a member's account for good",
      tags,
    })
    .input(z.object({ id, reason: rawText.meta({ description: 'the member reads it' }) }))
    .output(messageOnly),
  edit: adminMoney(...getPermittedRoles('member.edit'))
    .route({
      method: 'PATCH',
      path: '/users/{id}',
      summary: "Change a member's names, or adjust the balance with a reason",
      outputStructure: 'detailed',
      tags,
    })
    .input(
      z.object({
        id,
        first_name: rawText,
        last_name: rawText,
        total_balance: derivedFigure,
        total_invest: derivedFigure,
        withdrawable_balance: rawText.meta({
          description: 'the new account balance in dollars',
        }),
        expected_balance: rawText.meta({
          description: 'the account balance that the form was loaded with',
        }),
        reason: rawText.meta({
          description: 'required when the balance changes; the member reads it',
        }),
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(edited))),
}
