import { z } from 'zod'
import { COINS, CURRENCIES } from '#lib/money.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { RECEIPT_SOURCES } from '#modules/ledger/model.ts'
import { admin, adminMoney } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  instant,
  messageOnly,
  usd,
  usdAmount,
} from '#platform/http/schemas.ts'

const tags = ['Treasury']
/** A field that the command validates, so that every error names its field. */
const formText = z
  .union([z.string().max(1_000), z.number()])
  .transform(String)
  .default('')
const currency = z.enum(CURRENCIES)
const coin = z.enum(COINS)
const exact = z.string().meta({ description: 'in its currency, exact' })
const coinAmount = formText.meta({ description: 'in its currency, as a text or a number' })
const receiptId = z.string().max(60)
const breakId = z.string().max(60)
const reason = formText.meta({ description: 'why, and where the evidence is' })
const destination = formText.meta({ description: 'where it goes to' })

/** The reference of an incoming payment; without one the sandbox simulates a payment. */
const paymentReferenceFields = {
  txid: z.string().max(200).optional(),
  outputIndex: z.int().min(0).max(100_000).optional(),
  bankReference: z.string().max(200).optional(),
}
const place = z
  .string()
  .max(60)
  .optional()
  .meta({ description: 'hot for coin and bank for dollars unless named' })
const arriving = { currency, amount: coinAmount, place, ...paymentReferenceFields, reason }
const leaving = { currency, amount: coinAmount, place, destination, reason }
const plan = z.string().max(60)

const moved = z.object({
  _id: z.string().meta({ description: 'of the proposal while it waits, and for good' }),
  kind: z.string(),
  state: z.enum(['done', 'waiting']),
  content: z
    .record(z.string(), z.string().nullable())
    .meta({ description: 'amounts in minor units, as texts; what a second admin decides on' }),
  hash: z.string().nullable().meta({ description: 'of the content, for the one who decides' }),
  expiresAt: instant.nullable(),
})
const begun = buildApprovalResponse(buildEnvelope(moved))

/** Returns the route of a call that posts a movement, or answers 202 with a pending proposal. */
const buildMovementRoute = <Path extends `/admin/treasury/${string}`>(
  path: Path,
  summary: string,
) => ({ method: 'POST', path, summary, outputStructure: 'detailed', tags }) as const

const heldLine = z.object({
  place: z.string(),
  currency,
  amount: exact,
  worth: usd.nullable().meta({ description: "at today's price; null where there is none" }),
})
const unmatchedLine = z.object({
  _id: receiptId.meta({ description: 'its receipt' }),
  currency,
  amount: exact,
  since: instant,
  reason: z.string(),
})

const holdings = z.object({
  custody: z.array(heldLine).meta({ description: 'what is held, by coin and place' }),
  exchange: z
    .object({
      positions: z.array(heldLine.omit({ place: true })),
      gain: usd
        .nullable()
        .meta({ description: "the operator's own gain or loss at today's prices" }),
    })
    .meta({ description: 'between coin and dollars' }),
  equity: usd.meta({ description: "the operator's own money" }),
  promotion: usd,
  fees: usd,
  suspense: z
    .array(unmatchedLine)
    .meta({ description: 'arrived, and not matched to a member yet' }),
  plans: z.array(z.object({ _id: z.string(), placed: usd, income: usd })),
  owedToMembers: usd,
  prices: z.array(z.object({ coin, rate: z.string(), source: z.string(), at: instant })),
})

const receiptLine = z.object({
  _id: receiptId,
  source: z.enum(RECEIPT_SOURCES),
  reference: z.string(),
  outputIndex: z.int(),
  currency,
  amount: exact,
  arrivedAt: instant,
  recordedBy: z.string(),
  consumedBy: z
    .string()
    .nullable()
    .meta({ description: 'the transfer that used it; null while it is open' }),
})

const account = z.string().max(60)
const amount = z.string().meta({ description: "in the account's currency, exact" })
const person = z.object({ _id: z.string(), name: z.string() })
const where = { account, place: z.string(), currency }

const outsideBalance = z.object({
  _id: z.string(),
  amount: amount.meta({ description: 'what was said to be held outside' }),
  ledgerAmount: amount.meta({ description: 'what the books had held at that moment' }),
  difference: amount.meta({ description: 'outside less books' }),
  asOf: instant,
  source: z.enum(['entered', 'fetched']),
  statedBy: z.string(),
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
  holdings: admin()
    .route({
      method: 'GET',
      path: '/admin/treasury',
      summary: 'Holdings and liabilities of the operator',
      tags,
    })
    .output(buildEnvelope(holdings)),
  receipts: admin()
    .route({
      method: 'GET',
      path: '/admin/receipts',
      summary: 'Receipts of payments, newest first, used or open',
      tags,
    })
    .input(z.object({ state: z.enum(['open', 'used']).optional() }))
    .output(buildEnvelope(z.array(receiptLine))),
  capitalIn: adminMoney(...getPermittedRoles('capital.record'))
    .route(
      buildMovementRoute(
        '/admin/treasury/capital/in',
        "Record the operator's own money that came in",
      ),
    )
    .input(z.object(arriving))
    .output(begun),
  capitalOut: adminMoney(...getPermittedRoles('capital.record'))
    .route(buildMovementRoute('/admin/treasury/capital/out', "Pay out the operator's own money"))
    .input(z.object(leaving))
    .output(begun),
  placeAssets: adminMoney(...getPermittedRoles('assets.record'))
    .route(
      buildMovementRoute('/admin/treasury/assets/place', 'Place outside, for a plan, what is held'),
    )
    .input(z.object({ plan, ...leaving }))
    .output(begun),
  returnAssets: adminMoney(...getPermittedRoles('assets.record'))
    .route(
      buildMovementRoute(
        '/admin/treasury/assets/return',
        "Record what came back of a plan's assets",
      ),
    )
    .input(z.object({ plan, ...arriving }))
    .output(begun),
  fundPromotion: adminMoney(...getPermittedRoles('promotion.fund'))
    .route(
      buildMovementRoute(
        '/admin/treasury/promotion/fund',
        'Set money of the operator aside for rewards',
      ),
    )
    .input(z.object({ amount: usdAmount, reason }))
    .output(begun),
  returnPromotion: adminMoney(...getPermittedRoles('promotion.fund'))
    .route(
      buildMovementRoute(
        '/admin/treasury/promotion/return',
        'Take back what was set aside for rewards',
      ),
    )
    .input(z.object({ amount: usdAmount, reason }))
    .output(begun),
  receiveSuspense: adminMoney(...getPermittedRoles('suspense.receive'))
    .route(buildMovementRoute('/admin/treasury/suspense', 'Record an unmatched payment'))
    .input(z.object(arriving))
    .output(begun),
  matchSuspense: adminMoney(...getPermittedRoles('suspense.match'))
    .route(
      buildMovementRoute(
        '/admin/treasury/suspense/{id}/match',
        'Give what arrived to the member whose it is',
      ),
    )
    .input(z.object({ id: receiptId, member: z.string().max(60), reason }))
    .output(begun),
  refundSuspense: adminMoney(...getPermittedRoles('suspense.refund'))
    .route(
      buildMovementRoute(
        '/admin/treasury/suspense/{id}/refund',
        'Send back what arrived to where it came from',
      ),
    )
    .input(z.object({ id: receiptId, place, destination, reason }))
    .output(begun),
  moveCustody: adminMoney(...getPermittedRoles('custody.move'))
    .route(buildMovementRoute('/admin/treasury/custody/move', 'Move what is held to another place'))
    .input(
      z.object({
        currency,
        amount: coinAmount,
        place,
        toPlace: formText,
        reason,
        opensPlace: z
          .boolean()
          .optional()
          .meta({ description: 'the place is new and opened by this' }),
      }),
    )
    .output(begun),
  convertCustody: adminMoney(...getPermittedRoles('custody.convert'))
    .route(
      buildMovementRoute('/admin/treasury/custody/convert', 'Sell coin for dollars, or buy it'),
    )
    .input(
      z.object({
        currency,
        amount: coinAmount,
        place,
        reason,
        ...paymentReferenceFields,
        toCurrency: currency,
        received: coinAmount,
        toPlace: place,
      }),
    )
    .output(begun),
  recordNetworkFee: adminMoney(...getPermittedRoles('network-fee.record'))
    .route(
      buildMovementRoute('/admin/treasury/network-fees', 'Record what a transaction of ours cost'),
    )
    .input(
      z.object({
        currency: coin,
        amount: coinAmount,
        place,
        txid: formText,
        paidFrom: z.enum(['equity', 'fees']).default('equity'),
      }),
    )
    .output(begun),
  takeFees: adminMoney(...getPermittedRoles('fees.take'))
    .route(
      buildMovementRoute('/admin/treasury/fees/take', "Make earned fees the operator's own money"),
    )
    .input(z.object({ amount: usdAmount, reason }))
    .output(begun),
  custody: admin()
    .route({
      method: 'GET',
      path: '/admin/custody',
      summary: 'Custody accounts with their outside balances',
      tags,
    })
    .output(buildEnvelope(z.array(custodyLine))),
  breaks: admin()
    .route({
      method: 'GET',
      path: '/admin/reconciliation/breaks',
      summary: 'Differences between outside and books, newest first',
      tags,
    })
    .input(z.object({ status: z.enum(['open', 'resolved']).optional() }))
    .output(buildEnvelope(z.array(reconciliationBreak))),
  recordBalance: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/balances',
      summary: 'Record an outside balance; a difference opens a break',
      tags,
    })
    .input(
      z.object({
        account,
        amount: formText.meta({
          type: 'string',
          maxLength: 1_000,
          description: "in the account's currency",
        }),
        asOf: z.iso.datetime({ offset: true }).optional().meta({ description: 'now unless named' }),
        evidence: z.string().max(1_000).default(''),
      }),
    )
    .output(
      buildEnvelope(
        z.object({ balance: outsideBalance, openBreak: reconciliationBreak.nullable() }),
      ),
    ),
  takeBreak: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/breaks/{id}/take',
      summary: 'Take a break to clear it up',
      tags,
    })
    .input(z.object({ id: breakId }))
    .output(buildEnvelope(reconciliationBreak)),
  resolveBreak: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/breaks/{id}/resolve',
      summary: 'End a break by explaining the difference',
      tags,
    })
    .input(z.object({ id: breakId, explanation: z.string().max(2_000).default('') }))
    .output(buildEnvelope(reconciliationBreak)),
  requestOutsideBalances: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/fetch',
      summary: 'Fetch the outside balances now',
      tags,
    })
    .output(messageOnly),
}
