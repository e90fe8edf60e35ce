import { z } from 'zod'
import { may } from '#modules/approvals/model.ts'
import { admin } from '#platform/http-contract.ts'
import { envelope, instant } from '#platform/http-schemas.ts'

const tags = ['Treasury']
/** Taken as sent; what is missing or wrong is answered by the command, in the words of the contract. */
const said = z
  .union([z.string().max(60), z.number()])
  .transform(String)
  .default('')
const id = z.string().max(60)
const account = z.string().max(60)
const currency = z.enum(['BTC', 'ETH', 'USDT', 'USD'])
const amount = z.string().meta({ description: "in the account's currency, exact" })
const person = z.object({ _id: z.string(), name: z.string() })
const where = { account, place: z.string(), currency }

const outsideBalance = z.object({
  _id: z.string(),
  amount: amount.meta({ description: 'what was said to be held outside' }),
  books: amount.meta({ description: 'what the books had held at that moment' }),
  difference: amount.meta({ description: 'outside less books' }),
  asOf: instant,
  source: z.enum(['entered', 'fetched']),
  saidBy: z.string(),
  evidence: z.string(),
  recordedAt: instant,
  recordedBy: person,
})

const reconciliationBreak = z.object({
  _id: z.string(),
  ...where,
  difference: amount.meta({ description: 'when it was opened' }),
  latest: outsideBalance.meta({ description: 'the last balance that differed' }),
  openedAt: instant,
  dueAt: instant,
  overdue: z.boolean(),
  owner: person.nullable().meta({ description: 'who has taken it' }),
  takenAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  resolvedBy: person.nullable(),
  resolvedAs: z.enum(['agreed', 'explained']).nullable(),
  resolution: z.string().nullable(),
})

const custodyLine = z.object({
  ...where,
  held: amount.meta({ description: 'by the books, now' }),
  state: z.enum(['unknown', 'agrees', 'break', 'explained']),
  outside: outsideBalance.nullable().meta({ description: 'the balance of the latest moment' }),
  openBreak: reconciliationBreak.nullable(),
})

export const treasuryContract = {
  custody: admin()
    .route({ method: 'GET', path: '/admin/custody', summary: 'What is held, beside what outside says', tags })
    .output(envelope(z.array(custodyLine))),
  breaks: admin()
    .route({
      method: 'GET',
      path: '/admin/reconciliation/breaks',
      summary: 'Differences between outside and books, newest first',
      tags,
    })
    .input(z.object({ status: z.enum(['open', 'resolved']).optional() }))
    .output(envelope(z.array(reconciliationBreak))),
  recordBalance: admin(...may('books.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/balances',
      summary: 'Enter what an account holds outside; a difference opens a break',
      tags,
    })
    .input(
      z.object({
        account,
        amount: said.meta({ type: 'string', description: "in the account's currency" }),
        asOf: z.iso.datetime({ offset: true }).optional().meta({ description: 'now unless named' }),
        evidence: z.string().max(1_000).default(''),
      }),
    )
    .output(envelope(z.object({ balance: outsideBalance, openBreak: reconciliationBreak.nullable() }))),
  takeBreak: admin(...may('books.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/breaks/{id}/take',
      summary: 'Take a break to clear it up',
      tags,
    })
    .input(z.object({ id }))
    .output(envelope(reconciliationBreak)),
  resolveBreak: admin(...may('books.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/breaks/{id}/resolve',
      summary: 'End a break by explaining the difference',
      tags,
    })
    .input(z.object({ id, explanation: z.string().max(2_000).default('') }))
    .output(envelope(reconciliationBreak)),
}
