import { z } from 'zod'
import { COINS, CURRENCIES } from '#lib/money.ts'
import { timeline } from '#modules/transactions/contract.ts'
import { instant, usd } from '#platform/http/schemas.ts'
import { DEPOSIT_STATUSES, TEXTS } from '../model.ts'

export const tags = ['Deposits']

/**
 * Taken as sent; what is missing or wrong is answered by the command, in the words of the contract.
 * Another type has the message given here.
 */
const buildFormText = (typeMessage: string) =>
  z
    .union([z.string().max(200), z.number()], { error: typeMessage })
    .transform(String)
    .nullish()
    .transform((text) => text ?? undefined)

export const formText = buildFormText('Enter this field as text or a number.')
/** A part of the choice of plan, method and amount. */
export const choiceText = buildFormText(TEXTS.missing)
export const id = z.string().max(60)
export const status = z.enum(DEPOSIT_STATUSES)
export const coin = z.enum(COINS)
export const currency = z.enum(CURRENCIES)
export const coinText = z.string().meta({ description: 'exact amount in the coin' })

export const arrivedAt = z.string().max(40).optional().meta({
  description: 'when the payment was first seen, an ISO 8601 instant: it decides the rate',
})

export const outcome = {
  received: coinText
    .nullable()
    .meta({ description: 'amount received, in the currency receivedIn' }),
  receivedIn: currency.nullable(),
  credited: usd.nullable(),
  notInvested: z.boolean().meta({
    description: 'credited and not invested: below the minimum, late, or the plan closed',
  }),
  reason: z.string().nullable(),
  overdue: z.boolean().meta({ description: 'pending for longer than a day' }),
  timeline,
}

const chainPayment = z.object({
  _id: z.string(),
  txid: z.string(),
  outputIndex: z.int().nullable().meta({ description: 'null where a transaction has one output' }),
  explorer: z.string().nullable().meta({ description: 'its page in a block explorer' }),
  received: coinText,
  rate: z.string().nullable().meta({ description: 'what it is credited at' }),
  arrivedAt: instant.meta({ description: 'when it was first seen: it decides the rate' }),
  confirmations: z.int(),
  needed: z.int().meta({ description: '0: its block has to be final' }),
  settled: z.boolean().meta({ description: 'it has the confirmations that its value needs' }),
  gone: z.boolean().meta({ description: 'the blockchain no longer shows it' }),
  disputed: z.boolean().meta({ description: 'the providers disagree about it' }),
  providers: z.array(z.string()).meta({ description: 'the providers that show it now' }),
  neededProviders: z.int(),
  block: z.int().nullable().meta({ description: 'null in the mempool' }),
  refundAddress: z
    .string()
    .nullable()
    .meta({ description: 'where the member asks to have it sent' }),
})

const evidenceState = z.enum([
  'awaiting',
  'confirming',
  'confirmed',
  'expired',
  'unconfirmed',
  'credited',
  'reversed',
  'refused',
])

const progress = {
  state: evidenceState,
  confirmations: z.int().meta({ description: 'of the payment that has the fewest' }),
  needed: z.int().meta({ description: '0: its block has to be final' }),
}

/** The confirmations of a pending deposit's payment, in lists. */
export const chainProgress = z.object(progress).nullable().meta({
  description: 'null unless the deposit is pending and the blockchain shows its payment',
})

/** The payments of a deposit as the blockchain shows them. */
export const chainEvidence = z
  .object({
    ...progress,
    flag: z.enum(['none', 'partial', 'over', 'late']),
    received: coinText.meta({ description: 'the sum of its payments' }),
    missing: coinText.nullable().meta({ description: 'what is missing; null if it is enough' }),
    missingUri: z.string().nullable().meta({ description: 'what a QR code for the rest contains' }),
    worth: usd.meta({ description: 'what its payments are credited as' }),
    over: coinText.nullable().meta({ description: 'what is above the amount; null if nothing' }),
    disputed: z.boolean(),
    payments: z.array(chainPayment),
  })
  .nullable()
  .meta({ description: 'null while the blockchain shows no payment' })
