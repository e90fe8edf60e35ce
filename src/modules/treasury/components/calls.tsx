import { createModuleCalls } from '#platform/client/calls.ts'
import type { treasuryContract } from '../contract.ts'

export const treasuryCalls = createModuleCalls<typeof treasuryContract>('treasury')

/** A custody account with its outside balance. */
export type CustodyLine = Awaited<ReturnType<typeof treasuryCalls.custody.call>>['data'][number]

/** A difference between an outside balance and the ledger. */
export type BreakLine = Awaited<ReturnType<typeof treasuryCalls.breaks.call>>['data'][number]

/** A reserve address with its statement of control. */
export type ReserveLine = Awaited<ReturnType<typeof treasuryCalls.reserves.call>>['data'][number]
