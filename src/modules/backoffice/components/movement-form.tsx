import type { Permission } from '#modules/approvals/model.ts'

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
