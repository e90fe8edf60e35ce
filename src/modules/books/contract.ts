import { z } from 'zod'
import { may } from '#modules/approvals/model.ts'
import { admin } from '#platform/http-contract.ts'
import { day, envelope, instant, usd } from '#platform/http-schemas.ts'

const tags = ['Books']
const currency = z.enum(['USD', 'BTC', 'ETH', 'USDT'])
const amount = z.string().meta({ description: 'in whole units of the currency, exact; credits minus debits' })
const number = z.string().meta({ description: 'a number of the journal' })
const account = z.string().min(1).max(120)
const at = z
  .string()
  .regex(/^(\d{1,18}|\d{4}-\d\d-\d\d)$/, 'Name a number of the journal or a day such as 2026-11-20.')
  .optional()
  .meta({ description: 'a sealed number, or the end of a house day; without it now' })

const problem = z.object({
  invariant: z.int(),
  promise: z.string(),
  problem: z.string(),
  subject: z.string(),
})

const check = z.object({
  whole: z.boolean().meta({ description: 'everything, or what came since the last one' }),
  after: number,
  upto: number,
  startedAt: instant,
  finishedAt: instant,
  problems: z.array(problem).meta({ description: 'what nobody has looked into yet' }),
  known: z.array(problem).meta({ description: 'what two admins let stand' }),
})

const state = z.object({
  frozen: z.object({ because: z.string(), since: instant }).nullable(),
  head: z
    .object({ block: number, seq: number, hash: z.string() })
    .nullable()
    .meta({ description: 'of the chain of seals' }),
  good: check.nullable().meta({ description: 'the last look that found nothing wrong' }),
  witness: z
    .object({ day, block: number, seq: number, hash: z.string(), owed: usd, toldAt: instant })
    .nullable()
    .meta({ description: 'the last head that was told outside the database' }),
})

const line = z.object({
  seq: number,
  postedAt: instant,
  effective: day,
  kind: z.string(),
  other: z.string(),
  change: amount,
  balance: amount,
  reference: z.string(),
  reason: z.string().nullable(),
})

export const booksContract = {
  state: admin()
    .route({ method: 'GET', path: '/admin/books', summary: 'Whether the books are right and open', tags })
    .output(envelope(state)),
  checks: admin()
    .route({ method: 'GET', path: '/admin/books/checks', summary: 'Looks at the books, newest first', tags })
    .output(envelope(z.array(check))),
  check: admin(...may('books.reconcile'))
    .route({ method: 'POST', path: '/admin/books/check', summary: 'Look at what is new, now', tags })
    .output(envelope(check.nullable())),
  unfreeze: admin(...may('books.unfreeze'))
    .route({
      method: 'POST',
      path: '/admin/books/unfreeze',
      summary: 'Ask a second admin to let money move again',
      outputStructure: 'detailed',
      successStatus: 202,
      tags,
    })
    .input(z.object({ reason: z.string().max(1_000).default('') }))
    .output(z.object({ status: z.literal(202), body: envelope(z.object({ _id: z.string() })) })),
  balance: admin()
    .route({ method: 'GET', path: '/admin/books/balance', summary: 'One account at any time', tags })
    .input(z.object({ account, at }))
    .output(envelope(z.object({ account, currency, balance: amount }))),
  trialBalance: admin()
    .route({ method: 'GET', path: '/admin/books/trial-balance', summary: 'All classes at any time', tags })
    .input(z.object({ at }))
    .output(envelope(z.array(z.object({ currency, class: z.string(), balance: amount })))),
  statement: admin()
    .route({
      method: 'GET',
      path: '/admin/books/statement',
      summary: 'The rows of one account over house days, with opening and closing balance',
      tags,
    })
    .input(z.object({ account, from: day, to: day }))
    .output(
      envelope(z.object({ account, currency, opening: amount, lines: z.array(line), closing: amount })),
    ),
}
