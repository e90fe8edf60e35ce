import type { MovementForm } from './movement-form.tsx'

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
