import { z } from 'zod'
import { COINS, CURRENCIES } from '#lib/money.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { offeredPlan } from '#modules/plans/contract.ts'
import {
  buildEntry,
  buildListQuery,
  buildMeasured,
  checks,
  memberOfRow,
  paymentMethod,
  timeline,
} from '#modules/transactions/contract.ts'
import { pageFacts } from '#platform/db/pages.ts'
import { admin, adminMoney, member, memberMoneyUpload } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly, usd } from '#platform/http/schemas.ts'
import { DEPOSIT_STATUSES } from './model.ts'

const tags = ['Deposits']
/**
 * Taken as sent; what is missing or wrong is answered by the command, in the words of the contract.
 */
const formText = z
  .union([z.string().max(200), z.number()])
  .transform(String)
  .optional()
const id = z.string().max(60)
const status = z.enum(DEPOSIT_STATUSES)
const coin = z.enum(COINS)
const currency = z.enum(CURRENCIES)
const coinText = z.string().meta({ description: 'in the coin, exact' })

const outcome = {
  received: coinText.nullable().meta({ description: 'what arrived, in receivedIn' }),
  receivedIn: currency.nullable(),
  credited: usd.nullable(),
  reason: z.string().nullable(),
  overdue: z.boolean().meta({ description: 'pending for longer than a day' }),
  timeline,
}

const details = z.object({
  _id: z.string(),
  status,
  amount: usd,
  payment_method: paymentMethod,
  coin,
  coinAmount: coinText,
  address: z.string(),
  network: z.string(),
  uri: z.string().meta({ description: 'what the QR code holds' }),
  rate: z.string().meta({ description: 'dollars for one coin, locked until expiresAt' }),
  rateSource: z.string(),
  createdAt: instant,
  expiresAt: instant,
  leftMs: z.int().meta({ description: 'how long the rate is still held, by our clock' }),
  plan: offeredPlan,
  fees: z.object({
    deposit: usd,
    withdrawal: usd.meta({ description: 'the current withdrawal fee of this method' }),
    minWithdrawal: usd,
  }),
  late: z.boolean(),
  sampleAddress: z.boolean().meta({ description: 'a sample address of a test network' }),
  confirmations: z.int().meta({ description: 'how deep a payment has to lie before it counts' }),
  journalNumber: z
    .string()
    .nullable()
    .meta({ description: 'the journal number of its credit; null until finalised' }),
  ...outcome,
})

const times = z.object({
  measured: buildMeasured('from the proof to the decision, of what was decided in these days'),
})

const line = z.object({
  _id: z.string(),
  investment: z.object({ amount: usd }),
  payment_method: paymentMethod,
  status,
  plan: z.string(),
  createdAt: instant,
  expiresAt: instant,
  ...outcome,
})

const staffLine = z.object({
  _id: z.string(),
  withdrawable_balance: usd.meta({ description: 'the amount; an old name for it' }),
  amount: usd,
  status,
  createdAt: instant,
  payment_method: paymentMethod,
  coin,
  coinAmount: coinText,
  address: z.string(),
  plan: z.string(),
  member: memberOfRow,
  proof: z.object({ type: z.string(), path: z.string() }).nullable(),
  late: z.boolean(),
  rate: z
    .string()
    .meta({ description: 'what coin is credited at: locked, or when late that of its arrival' }),
  expected: usd.meta({ description: 'what the quoted coin is worth at that rate' }),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  journalNumber: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'in a list: the journal number of its credit; null until finalised' }),
  evidence: z.string().nullable().optional().meta({
    description:
      'in a list: whether a transaction, a bank payment or a simulated receipt credited it',
  }),
  ...outcome,
})

const change = z.object({ before: usd, after: usd })

const review = z.object({
  deposit: staffLine,
  address: z.string(),
  network: z.string(),
  checks,
  entries: z
    .array(buildEntry(currency, coinText))
    .meta({ description: 'what confirming will post; once completed, what it has posted' }),
  effects: z
    .object({
      credited: usd,
      invested: usd.meta({ description: 'what opens a position; the rest stays cash' }),
      balance: change,
      owed: change.meta({ description: 'to all members' }),
    })
    .nullable()
    .meta({ description: 'null where there is nothing to confirm' }),
  receiptNeeded: z
    .boolean()
    .meta({ description: 'live: a transaction id or bank reference has to be named' }),
})

const counts = z.object({
  all: z.int(),
  awaiting_payment: z.int(),
  pending: z.int(),
  completed: z.int(),
  rejected: z.int(),
  expired: z.int(),
})

const listQuery = buildListQuery(status)

export const depositsContract = {
  quote: member
    .route({
      method: 'POST',
      path: '/deposit/quote',
      summary: 'Lock a rate and learn where to pay',
      tags,
    })
    .input(z.object({ selected_plan: formText, amount: formText, payment_method: formText }))
    .output(buildEnvelope(details)),
  requote: member
    .route({
      method: 'POST',
      path: '/deposit/{id}/quote',
      summary: 'Quote an unpaid deposit again',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(details)),
  get: member
    .route({
      method: 'GET',
      path: '/deposit/{id}',
      summary: 'One deposit of mine, with its timeline',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(details)),
  times: member
    .route({
      method: 'GET',
      path: '/deposit/times',
      summary: 'How long deposits are checked for',
      tags,
    })
    .output(buildEnvelope(times)),
  submit: memberMoneyUpload
    .route({
      method: 'POST',
      path: '/deposit',
      summary: 'Upload the proof of payment of a quote',
      tags,
    })
    .input(
      z.object({
        _id: z.string().max(60).default(''),
        selected_plan: formText,
        amount: formText,
        payment_method: formText,
        wallet_address: formText,
        interest_percentage: formText,
        payment_proof: z.union([z.file(), z.string().max(300)]).optional(),
      }),
    )
    .output(buildEnvelope(details)),
  mine: member
    .route({
      method: 'GET',
      path: '/transactions/deposit',
      summary: 'My deposits, newest first',
      tags,
    })
    .output(buildEnvelope(z.array(line))),
  list: admin()
    .route({
      method: 'GET',
      path: '/transactions',
      summary: 'Deposits of all members, newest first',
      tags,
    })
    .input(listQuery)
    .output(buildEnvelope(z.array(staffLine)).extend(pageFacts)),
  file: admin()
    .route({
      method: 'GET',
      path: '/transactions.csv',
      summary: 'What the list finds, as a file',
      tags,
    })
    .input(listQuery.omit({ page: true, size: true }))
    .output(z.file()),
  counts: admin()
    .route({
      method: 'GET',
      path: '/transactions/counts',
      summary: 'How many deposits, by status',
      tags,
    })
    .output(buildEnvelope(counts)),
  review: admin()
    .route({
      method: 'GET',
      path: '/transactions/{id}/review',
      summary: 'The checks of a deposit and the entries that confirming posts',
      tags,
    })
    .input(
      z.object({ id, received: formText.meta({ description: 'in the coin, when not as quoted' }) }),
    )
    .output(buildEnvelope(review)),
  proof: admin()
    .route({
      method: 'GET',
      path: '/transactions/{id}/proof',
      summary: 'The proof, as a download',
      tags,
    })
    .input(z.object({ id }))
    .output(z.file()),
  notePayment: admin(...getPermittedRoles('deposit.confirm'))
    .route({
      method: 'POST',
      path: '/transactions/{id}/observed-payment',
      summary: 'Note that a payment came without a proof; the deposit is pending then',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(staffLine)),
  confirm: adminMoney(...getPermittedRoles('deposit.confirm'))
    .route({
      method: 'POST',
      path: '/transactions/{id}/confirm',
      summary: 'Credit what arrived, once',
      tags,
    })
    .input(
      z.object({
        id,
        received: formText.meta({ description: 'in the coin, or in dollars beside bankReference' }),
        txid: z.string().max(200).optional(),
        outputIndex: z.int().min(0).max(1_000_000).optional(),
        bankReference: z.string().trim().min(1).max(200).optional(),
      }),
    )
    .output(buildEnvelope(staffLine)),
  reject: admin(...getPermittedRoles('deposit.reject'))
    .route({
      method: 'POST',
      path: '/transactions/{id}/reject',
      summary: 'Refuse with a reason',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(messageOnly),
  funds: admin()
    .route({ method: 'GET', path: '/admin/funds', summary: 'Dollars of completed deposits', tags })
    .output(buildEnvelope(usd)),
  pending: admin()
    .route({ method: 'GET', path: '/admin/pending', summary: 'How many deposits wait', tags })
    .output(buildEnvelope(z.int())),
}
