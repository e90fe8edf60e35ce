import { z } from 'zod'
import { member } from '#platform/http-contract.ts'
import { day, envelope, instant, usd } from '#platform/http-schemas.ts'

const tags = ['Portfolio']

const entry = z.object({
  _id: z.string(),
  folio: z.string().nullable().meta({ description: 'its number in the sealed books' }),
  what: z.string(),
  kind: z.string(),
  effective: day,
  postedAt: instant,
  amount: usd,
  change: usd.meta({ description: 'of the account balance; nothing when it only moves within' }),
  reference: z.string(),
  reason: z.string().nullable(),
})

export const portfolioContract = {
  user: member.route({ method: 'GET', path: '/user', summary: 'Who I am and what I have', tags }).output(
    envelope(
      z.object({
        _id: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        status: z.enum(['unverified', 'active', 'suspended']),
        phone_number: z.string(),
        referral_code: z.string(),
        total_balance: usd.meta({ description: 'returns paid and not withdrawn' }),
        withdrawable_balance: usd.meta({ description: 'cash and open principal' }),
        total_invest: usd.meta({ description: 'sum of completed deposits' }),
        total_withdrawal: usd.meta({ description: 'sum of completed withdrawals' }),
        accrued: usd.meta({ description: 'an estimate of terms that run; in no balance' }),
        due: usd.meta({ description: 'of terms that have ended, not paid yet; in no balance' }),
        createdAt: instant,
        country: z.string(),
        cash: usd,
        principal: usd,
        held: usd.meta({ description: 'set aside for withdrawals that are not paid yet' }),
      }),
    ),
  ),
  entries: member
    .route({ method: 'GET', path: '/user/entries', summary: 'My newest rows in the books', tags })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(100).default(10) }))
    .output(envelope(z.array(entry))),
}
