import { z } from 'zod'
import { admin } from '#platform/http-contract.ts'
import { day, envelope, instant, usd } from '#platform/http-schemas.ts'

const tags = ['Office']
const status = z.enum(['unverified', 'active', 'suspended'])

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
      family: z.enum(['crypto', 'real_estate']),
      status: z.enum(['open', 'redeemed', 'matured']),
      principal: usd,
      remaining: usd,
      accrued: usd,
      openedOn: day,
      maturesOn: day,
    }),
  ),
})

const users = z.object({ users: z.array(userLine), total_users: z.int() })

const totals = z.object({
  total_users: z.int(),
  active_users: z.int().meta({ description: 'signed in within 30 days, or holding a position' }),
  total_deposit: usd,
  total_withdrawals: usd,
  pending_deposits: z.int(),
  pending_withdrawals: z.int(),
  approved_withdrawals: z.int().meta({ description: 'approved and not paid yet' }),
})

export const officeContract = {
  users: admin()
    .route({ method: 'GET', path: '/admin/users', summary: 'All members', tags })
    .output(z.object({ message: z.string(), data: users }).extend(users.shape)),
  user: admin()
    .route({ method: 'GET', path: '/admin/users/{id}', summary: 'One member with true figures', tags })
    .input(z.object({ id: z.string().max(60) }))
    .output(envelope(user)),
  totals: admin()
    .route({ method: 'GET', path: '/admin/totals', summary: 'The figures of the index', tags })
    .output(envelope(totals)),
}
