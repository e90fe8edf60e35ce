import { z } from 'zod'
import { mapWalletFields } from '#lib/currencies.ts'
import { COINS, CURRENCIES } from '#lib/money.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
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
import { admin, adminMoney, member, memberMoney } from '#platform/http/contract.ts'
import { buildApprovalResponse, buildEnvelope, day, instant, usd } from '#platform/http/schemas.ts'
import { WITHDRAWAL_STATUSES } from './model.ts'

const tags = ['Withdrawals']
/**
 * Taken as sent; what is missing or wrong is answered by the command, in the words of the contract.
 */
const formText = z
  .union([z.string().max(300), z.number()])
  .transform(String)
  .optional()
const id = z.string().max(60)
const status = z.enum(WITHDRAWAL_STATUSES)
const coin = z.enum(COINS)

const withdrawal = z.object({
  _id: z.string(),
  amount: usd,
  payment_method: paymentMethod,
  status,
  createdAt: instant,
  source: z.enum(['balance', 'profit']),
  coin,
  wallet_address: z.string(),
  fee: usd,
  arrives: usd.meta({ description: 'the amount without the fee' }),
  payableFrom: instant.meta({ description: 'when its address has cooled down' }),
  cooling: z.boolean().meta({ description: "its address is new and can't be paid yet" }),
  expectedBy: instant
    .nullable()
    .meta({ description: 'by when the operator says that it pays; open ones alone' }),
  late: z.boolean().meta({ description: 'open, and later than the operator says' }),
  place: z.int().nullable().meta({ description: 'in the queue of those that are open' }),
  secondAdminNeeded: z.boolean().meta({ description: 'one admin has approved; another has to' }),
  coinAmount: z.string().nullable().meta({ description: 'fixed at approval' }),
  rate: z.string().nullable(),
  txid: z.string().nullable(),
  reason: z.string().nullable(),
  closedAt: instant.nullable(),
  timeline,
})

const staffWithdrawal = withdrawal.extend({
  member: memberOfRow,
  approvedBy: z.string().nullable(),
  closedBy: z.string().nullable(),
})

const times = z.object({
  statedHours: z.int().meta({ description: 'within which the operator says that it pays' }),
  measured: buildMeasured('from request to payment, of what was paid in these days'),
  open: z.int().meta({ description: 'how many wait' }),
})

const wallet = z.object({
  _id: z.string(),
  coin,
  payment_method: paymentMethod,
  address: z.string(),
  network: z.string(),
  main: z.boolean(),
  createdAt: instant,
  usableFrom: instant,
  usable: z.boolean(),
})

const wallets = z.object({
  ...mapWalletFields(() => z.string()),
  saved: z.array(wallet),
  now: instant.meta({ description: 'our time, to count from' }),
})

const available = z.object({
  balance: usd.meta({ description: 'cash and principal' }),
  withdrawable: usd.meta({
    description: 'what of the balance can be asked for now: without principal under notice',
  }),
  cash: usd,
  principal: usd,
  profit: usd,
  principalRequiringNotice: z
    .array(z.object({ plan: z.string(), noticePeriodDays: z.int(), principal: usd }))
    .meta({ description: 'principal whose plan asks for notice first' }),
  frozenUntil: instant
    .nullable()
    .meta({ description: 'after a change of how the member signs in' }),
})

const entry = buildEntry(z.enum(CURRENCIES), z.string())

const review = z.object({
  withdrawal: staffWithdrawal,
  network: z.string(),
  checks,
  coinAmount: z
    .string()
    .meta({ description: 'fixed when approved; until then at the current rate' }),
  rate: z.string(),
  fixed: z.boolean(),
  entries: z
    .array(entry)
    .meta({ description: 'what paying will post; once paid, what it has posted' }),
  balance: usd.meta({ description: 'what the member has without what is held' }),
  held: usd,
  secondAdminFrom: usd,
  proposed: z.object({ by: z.string(), at: instant, mine: z.boolean() }).nullable(),
})

const counts = z.object({
  all: z.int(),
  pending: z.int(),
  approved: z.int(),
  completed: z.int(),
  rejected: z.int(),
  cancelled: z.int(),
})

const requestInput = z.object({
  amount: formText,
  payment_channel: formText,
  wallet_address: formText,
  source: formText,
  positions: z.array(id).max(200).optional(),
})

const preview = z.object({
  amount: usd,
  source: z.enum(['balance', 'profit']),
  payment_method: paymentMethod,
  coin,
  wallet_address: z.string(),
  network: z.string(),
  newAddress: z.boolean().meta({ description: 'it would be saved with the request' }),
  cooling: z.boolean().meta({ description: 'the address would have to cool down first' }),
  payableFrom: instant,
  fee: usd,
  arrives: usd,
  coinAmount: z.string().nullable().meta({ description: 'an estimate; fixed at approval' }),
  rate: z.string().nullable(),
  fromCash: usd.meta({ description: 'from cash, or from profit when that is the source' }),
  parts: z.array(
    z.object({
      position: z.string(),
      plan: z.string(),
      openedOn: day,
      amount: usd,
      stays: usd.meta({ description: 'stays invested' }),
      accrued: usd.meta({
        description: 'accrued so far and retained; due at maturity if the target is met',
      }),
      target: usd.meta({ description: 'due at maturity then, if the target is met' }),
      forgoneTarget: usd.meta({ description: 'how much of the target the part gives up' }),
      maturesOn: day,
    }),
  ),
  place: z.int().meta({ description: 'that it would have in the queue' }),
  expectedBy: instant,
})

const listQuery = buildListQuery(status)

export const withdrawalsContract = {
  available: member
    .route({ method: 'GET', path: '/withdraw/available', summary: 'What I can withdraw now', tags })
    .output(buildEnvelope(available)),
  request: memberMoney
    .route({
      method: 'POST',
      path: '/withdraw',
      summary: 'Ask for a withdrawal; the amount is held',
      tags,
    })
    .input(requestInput)
    .output(buildEnvelope(withdrawal)),
  preview: member
    .route({
      method: 'POST',
      path: '/withdraw/preview',
      summary: 'What a request would mean; asks for nothing',
      tags,
    })
    .input(requestInput)
    .output(buildEnvelope(preview)),
  mine: member
    .route({ method: 'GET', path: '/withdraw', summary: 'My withdrawals, newest first', tags })
    .output(buildEnvelope(z.array(withdrawal))),
  times: member
    .route({ method: 'GET', path: '/withdraw/times', summary: 'How long withdrawals take', tags })
    .output(buildEnvelope(times)),
  get: member
    .route({ method: 'GET', path: '/withdraw/{id}', summary: 'One withdrawal of mine', tags })
    .input(z.object({ id }))
    .output(buildEnvelope(withdrawal)),
  cancel: memberMoney
    .route({
      method: 'POST',
      path: '/withdraw/{id}/cancel',
      summary: 'Take back a pending request',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(withdrawal)),
  wallets: member
    .route({ method: 'GET', path: '/wallets', summary: 'My saved addresses', tags })
    .output(buildEnvelope(wallets)),
  saveWallets: member
    .route({
      method: 'PUT',
      path: '/wallets',
      summary: 'Set my addresses; empty text removes one',
      tags,
    })
    .input(z.object(mapWalletFields(() => formText)))
    .output(buildEnvelope(wallets)),
  list: admin()
    .route({
      method: 'GET',
      path: '/admin/withdrawals',
      summary: 'Withdrawals of all members',
      tags,
    })
    .input(listQuery)
    .output(buildEnvelope(z.array(staffWithdrawal)).extend(pageFacts)),
  file: admin()
    .route({
      method: 'GET',
      path: '/admin/withdrawals.csv',
      summary: 'What the list finds, as a file',
      tags,
    })
    .input(listQuery.omit({ page: true, size: true }))
    .output(z.file()),
  payouts: admin()
    .route({
      method: 'GET',
      path: '/admin/payouts.csv',
      summary: 'What is approved and not paid yet, as a batch for a wallet',
      tags,
    })
    .output(z.file()),
  counts: admin()
    .route({
      method: 'GET',
      path: '/admin/withdrawals/counts',
      summary: 'How many, by status',
      tags,
    })
    .output(buildEnvelope(counts)),
  review: admin()
    .route({
      method: 'GET',
      path: '/admin/withdrawals/{id}/review',
      summary: 'The checks of a withdrawal and the entries that paying posts',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(review)),
  approve: adminMoney(...getPermittedRoles('withdrawal.approve'))
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/approve',
      summary: 'Fix rate, coin amount and fee; 202 while another admin has to approve too',
      outputStructure: 'detailed',
      tags,
    })
    .input(z.object({ id }))
    .output(buildApprovalResponse(buildEnvelope(staffWithdrawal))),
  reject: adminMoney(...getPermittedRoles('withdrawal.reject'))
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/reject',
      summary: 'Refuse with a reason; the money is back at once',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(buildEnvelope(staffWithdrawal)),
  paid: adminMoney(...getPermittedRoles('withdrawal.pay'))
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/paid',
      summary: 'Write down the transaction that paid it',
      tags,
    })
    .input(z.object({ id, txid: z.string().max(200).optional() }))
    .output(buildEnvelope(staffWithdrawal)),
}
