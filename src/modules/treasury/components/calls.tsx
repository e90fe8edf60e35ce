import { callsOf } from '#platform/client/calls.ts'
import type { treasuryContract } from '../contract.ts'

export const treasuryCalls = callsOf<typeof treasuryContract>('treasury')
