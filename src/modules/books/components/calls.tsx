import { callsOf } from '#platform/client/calls.ts'
import type { booksContract } from '../contract.ts'

export const booksCalls = callsOf<typeof booksContract>('books')

type DataOf<Call extends { call: (...input: never[]) => Promise<{ data: unknown }> }> = Awaited<
  ReturnType<Call['call']>
>['data']

export type AccountLine = DataOf<typeof booksCalls.accounts>[number]
export type JournalRow = DataOf<typeof booksCalls.rows>[number]
export type Verification = DataOf<typeof booksCalls.verifications>[number]
export type TrialLine = DataOf<typeof booksCalls.trialBalance>[number]
export type AccountStatement = DataOf<typeof booksCalls.statement>
