import { memberDepositCalls } from './contract/member.ts'
import { depositSumCalls, staffDepositCalls } from './contract/staff.ts'

export const depositsContract = {
  ...memberDepositCalls,
  ...staffDepositCalls,
  ...depositSumCalls,
}
