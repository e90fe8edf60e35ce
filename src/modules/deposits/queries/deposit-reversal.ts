import { z } from 'zod'
import type { DomainError } from '#lib/errors.ts'
import { type Cents, CURRENCIES } from '#lib/money.ts'
import { findPaidReward } from '#modules/affiliates/queries.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { findReversiblePosition } from '#modules/plans/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  createNotCompletedError,
  createRewardPaidError,
  type DepositReversal,
  findMoneyGone,
} from '../model.ts'
import type { Deposit } from './deposit.ts'

const minorUnits = z.string().transform(BigInt)

const approvedReversal = z.object({
  memberId: z.string(),
  receipt: z.string(),
  received: minorUnits,
  receivedIn: z.enum(CURRENCIES),
  credited: minorUnits,
  positionId: z.string().nullable(),
  principal: minorUnits,
  reason: z.string(),
})

/** Reads the content of an approved reversal. */
export const parseApprovedReversal = (content: unknown): DepositReversal =>
  approvedReversal.parse(content)

export type ReversalFigures = {
  reversal: Omit<DepositReversal, 'reason'>
  /** The amount that left the position before, to be paid out. */
  withdrawn: Cents
  /** The member's cash before and after. */
  cash: { before: Cents; after: Cents }
  /** Why the deposit can't be reversed now; null where it can. */
  refusal: DomainError | null
}

/** Returns what reversing a deposit undoes today; null where nothing was ever credited. */
export async function computeDepositReversal(
  { clock }: Pick<App, 'clock'>,
  reader: Reader,
  deposit: Deposit,
): Promise<ReversalFigures | null> {
  const { id, memberId, receiptId, received, receivedIn, credited, positionId } = deposit
  if (receiptId === null || received === null || receivedIn === null || credited === null)
    return null

  const position =
    positionId === null ? null : await findReversiblePosition(reader, positionId, clock.today())
  const { cash } = await getMemberBalances(reader, memberId)
  const principal = position?.remaining ?? 0n
  const reversal = {
    memberId,
    receipt: receiptId,
    received,
    receivedIn,
    credited,
    positionId,
    principal,
  }

  const paidReward = await findPaidReward(reader, id)
  const refusal =
    (deposit.status === 'completed' ? null : createNotCompletedError(deposit.status)) ??
    position?.refusal ??
    (paidReward && createRewardPaidError(paidReward.cents)) ??
    findMoneyGone(reversal, cash)

  return {
    reversal,
    withdrawn: position?.withdrawn ?? 0n,
    cash: { before: cash, after: cash + principal - credited },
    refusal,
  }
}
