import { z } from 'zod'
import { MEMBER_STATUSES } from '#modules/identity/model.ts'
import { PLAN_FAMILIES, POSITION_STATUSES } from '#modules/plans/model.ts'
import { amountInput, listInput } from '#platform/db/list-input.ts'
import { country, day, instant, usd } from '#platform/http/schemas.ts'

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

/** A member with all figures and positions. */
export const user = userLine.extend({
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

/** A page of members. */
export const users = z.object({ users: z.array(userLine), total_users: z.int() })

/** The query of the list of members. */
export const usersQuery = z.object({
  ...listInput,
  min: amountInput.min.meta({ description: 'the lowest account balance, in dollars' }),
  max: amountInput.max.meta({ description: 'the highest account balance, in dollars' }),
  country: country.optional(),
  plan: z.string().max(60).optional().meta({ description: 'the id of a plan that they hold' }),
  status: z.enum(MEMBER_STATUSES).exclude(['closed']).optional(),
  sort: z
    .enum(['registered', '-registered', 'name', '-name', 'email', '-email', 'balance', '-balance'])
    .default('-registered'),
})

/** An event of a member's timeline. */
export const event = z.object({
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

/** A journal row of a member. */
export const entry = z.object({
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

/** A member after an edit. */
export const editedUser = user.extend({
  waiting: z
    .string()
    .nullable()
    .meta({ description: 'the id of the proposal that a second admin has to decide' }),
})
