import { userCalls } from './contract/account.ts'
import { chainCalls } from './contract/chain.ts'
import { statementCalls } from './contract/statements.ts'
import { valueCalls } from './contract/value.ts'

export const portfolioContract = {
  ...userCalls,
  ...statementCalls,
  ...valueCalls,
  ...chainCalls,
}
