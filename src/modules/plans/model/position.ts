import { addDays, type Day, formatDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'

/**
 * matured: its term ended with something left; redeemed or lost: nothing was left before; reversed:
 * its deposit was reversed, and nothing of it falls due.
 */
export const POSITION_STATUSES = ['open', 'redeemed', 'matured', 'lost', 'reversed'] as const
export type PositionStatus = (typeof POSITION_STATUSES)[number]

export type PositionOrigin = 'deposit' | 'balance' | 'reinvested'

/**
 * The instructions for a position at maturity: principal to cash, or reinvested, with or without
 * the return paid that day.
 */
export const AT_MATURITY = ['to_balance', 'reinvest_principal', 'reinvest_all'] as const

export type AtMaturity = (typeof AT_MATURITY)[number]

export type Position = {
  id: string
  memberId: string
  planVersionId: string
  origin: PositionOrigin
  /** The deposit that opened it; null when it was opened otherwise. */
  depositId: string | null
  principal: Cents
  /** The principal less the parts withdrawn or lost. */
  remaining: Cents
  targetBps: number
  termDays: number
  openedOn: Day
  maturesOn: Day
  status: PositionStatus
  atMaturity: AtMaturity
  /** The day its term was settled, or its deposit was reversed; null before. */
  maturedOn: Day | null
  /** The return that fell due at maturity, and the part of it paid from income. */
  returnDue: Cents
  returnPaid: Cents
}

/** Returns the day on which a term ends. */
export const computeMaturityDay = (openedOn: Day, termDays: number): Day =>
  addDays(openedOn, termDays)

/** Returns the transfer that opens a position: cash becomes principal. */
export const buildInvestmentTransfer = (
  position: Pick<Position, 'id' | 'memberId' | 'depositId' | 'principal' | 'openedOn'>,
  actor: string,
): Transfer => ({
  idempotencyKey: position.depositId
    ? `deposit/${position.depositId}/position`
    : `position/${position.id}/open`,
  transferType: 'position_opened',
  debit: toMemberAccountCode(position.memberId, 'cash'),
  credit: toMemberAccountCode(position.memberId, 'principal'),
  amount: position.principal,
  effectiveDate: position.openedOn,
  reference: position.depositId ?? position.id,
  actor,
})

export type Running = { status: PositionStatus; maturesOn: Day }

/** Returns the error for a position that is over; null while its term runs. */
export function findEndedRefusal({ status, maturesOn }: Running, today: Day): DomainError | null {
  if (status === 'open' && today < maturesOn) return null

  const why =
    status === 'redeemed'
      ? 'This investment has been fully withdrawn.'
      : status === 'lost'
        ? 'This investment was lost in full.'
        : status === 'reversed'
          ? 'The deposit behind this investment was reversed.'
          : `This investment matured on ${formatDay(maturesOn)}.`

  return new DomainError('position_ended', 409, why)
}

/** Reads what is to become of a position at maturity; null for any other text. */
export const parseAtMaturity = (text: string): AtMaturity | null =>
  AT_MATURITY.find((one) => one === text) ?? null
