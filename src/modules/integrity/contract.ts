import { balanceCalls } from './contract/balances.ts'
import { checkCalls } from './contract/checks.ts'
import { journalCalls } from './contract/journal.ts'
import { verificationCalls } from './contract/verifications.ts'

export const integrityContract = {
  ...journalCalls,
  ...verificationCalls,
  ...checkCalls,
  ...balanceCalls,
}
