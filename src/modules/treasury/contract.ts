import { custodyCalls } from './contract/custody.ts'
import { holdingCalls } from './contract/holdings.ts'
import { operatorMoneyCalls } from './contract/operator-money.ts'
import { reconciliationCalls } from './contract/reconciliation.ts'
import { reserveCalls } from './contract/reserves.ts'
import { suspenseCalls } from './contract/suspense.ts'

export const treasuryContract = {
  ...holdingCalls,
  ...operatorMoneyCalls,
  ...suspenseCalls,
  ...custodyCalls,
  ...reconciliationCalls,
  ...reserveCalls,
}
