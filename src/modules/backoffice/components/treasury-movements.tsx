import type { Permission } from '#modules/approvals/model.ts'
import { treasuryCalls } from '#modules/treasury/components/calls.tsx'

/** A field of a movement's form. `amount` is in the chosen currency, `dollars` in US dollars. */
export type MovementField =
  | 'amount'
  | 'dollars'
  | 'coin-amount'
  | 'place'
  | 'to-place'
  | 'received'
  | 'destination'
  | 'payment'
  | 'plan'
  | 'txid'
  | 'paid-from'
  | 'member'
  | 'reason'

export type MovementName =
  | 'capitalIn'
  | 'capitalOut'
  | 'placeAssets'
  | 'returnAssets'
  | 'receiveSuspense'
  | 'matchSuspense'
  | 'refundSuspense'
  | 'moveCustody'
  | 'convertCustody'
  | 'recordNetworkFee'
  | 'takeFees'
  | 'fundPromotion'
  | 'returnPromotion'

export type MovementForm = {
  name: MovementName
  /** The label in the menu, and the title of the dialog. */
  label: string
  /** Its effect, in one or two sentences. */
  lead: string
  permission: Permission
  fields: readonly MovementField[]
}

const INCOMING = ['amount', 'place', 'payment', 'reason'] as const
const OUTGOING = ['amount', 'place', 'destination', 'reason'] as const

/** The movements that staff start from the menu; those of a suspense payment start at its row. */
export const MOVEMENTS: readonly MovementForm[] = [
  {
    name: 'capitalIn',
    label: 'Record capital contribution',
    lead: 'Records operator’s capital that was received. It’s never counted as member money.',
    permission: 'capital.record',
    fields: INCOMING,
  },
  {
    name: 'capitalOut',
    label: 'Pay out capital',
    lead: 'Pays out operator’s capital. Everything owed to members must stay covered.',
    permission: 'capital.record',
    fields: OUTGOING,
  },
  {
    name: 'placeAssets',
    label: 'Place plan assets',
    lead:
      'Moves assets from custody into a plan’s investment, up to the plan’s open principal ' +
      'and unpaid income.',
    permission: 'assets.record',
    fields: ['plan', ...OUTGOING],
  },
  {
    name: 'returnAssets',
    label: 'Record returned assets',
    lead: 'Records capital returned from a plan’s investment. Record earnings as income instead.',
    permission: 'assets.record',
    fields: ['plan', ...INCOMING],
  },
  {
    name: 'receiveSuspense',
    label: 'Record unmatched payment',
    lead:
      'Records a payment that matches no deposit. It stays in suspense until matched or ' +
      'refunded.',
    permission: 'suspense.receive',
    fields: INCOMING,
  },
  {
    name: 'moveCustody',
    label: 'Move between locations',
    lead: 'Moves crypto or dollars from one custody location to another, such as hot to cold.',
    permission: 'custody.move',
    fields: ['amount', 'place', 'to-place', 'reason'],
  },
  {
    name: 'convertCustody',
    label: 'Convert crypto',
    lead: 'Records a sale of crypto for dollars, or a purchase.',
    permission: 'custody.convert',
    fields: ['amount', 'place', 'received', 'payment', 'reason'],
  },
  {
    name: 'recordNetworkFee',
    label: 'Record network fee',
    lead: 'Records the network fee of one of your transactions.',
    permission: 'network-fee.record',
    fields: ['coin-amount', 'place', 'txid', 'paid-from'],
  },
  {
    name: 'takeFees',
    label: 'Transfer earned fees',
    lead: 'Moves earned withdrawal fees to the operator’s capital.',
    permission: 'fees.take',
    fields: ['dollars', 'reason'],
  },
  {
    name: 'fundPromotion',
    label: 'Fund promotions',
    lead: 'Sets operator’s capital aside for rewards.',
    permission: 'promotion.fund',
    fields: ['dollars', 'reason'],
  },
  {
    name: 'returnPromotion',
    label: 'Return promotional funds',
    lead: 'Returns unused promotion funds to the operator’s capital.',
    permission: 'promotion.fund',
    fields: ['dollars', 'reason'],
  },
]

export const MATCH_SUSPENSE: MovementForm = {
  name: 'matchSuspense',
  label: 'Match to a member',
  lead: 'Credits the full payment to the member’s cash at the current price, rounded down.',
  permission: 'suspense.match',
  fields: ['member', 'reason'],
}

export const REFUND_SUSPENSE: MovementForm = {
  name: 'refundSuspense',
  label: 'Refund the payment',
  lead: 'Returns the full payment to its sender.',
  permission: 'suspense.refund',
  fields: ['place', 'destination', 'reason'],
}

type Values = Readonly<Record<string, string>>
type Outcome = Promise<{
  body: { message: string; data: { _id: string; state: 'done' | 'waiting' } }
}>

/** Sends a movement. `receipt` is the payment in suspense that it is about. */
export function sendMovement(name: MovementName, values: Values, receipt = ''): Outcome {
  const { outputIndex, opensPlace, ...fields } = values
  const input = {
    ...omitEmpty(fields),
    ...(outputIndex ? { outputIndex: Number(outputIndex) } : {}),
    ...(opensPlace ? { opensPlace: true } : {}),
    ...(receipt ? { id: receipt } : {}),
  }

  // each call validates its own fields and names the one that is wrong
  return treasuryCalls[name].call(input as never) as Outcome
}

const omitEmpty = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
