import { capitalise } from '#lib/capitalise.ts'
import type { Cents } from '#lib/money.ts'
import type { AuditEvent } from '#modules/audit/model.ts'
import type { TransferType } from '#modules/ledger/model.ts'
import type { Entry } from '#modules/ledger/queries.ts'
import { getTransferTypeLabel } from '#modules/portfolio/model.ts'

/** An event of a member's timeline; `amount` is in cents. */
export type MemberEvent = {
  _id: string
  at: Date
  kind: 'sign-in' | 'deposit' | 'withdrawal' | 'money' | 'account'
  what: string
  by: string | null
  note: string | null
  amount: Cents | null
  about: string | null
  journalNumber: string | null
  bad: boolean
}

const LOSSES: readonly TransferType[] = ['loss_recorded', 'assets_lost']

/** The labels of audit actions whose identifier does not read well as text. */
const ACTION_LABELS: Readonly<Record<string, string>> = {
  'balance.adjusted': 'Balance adjusted',
  'deposit.quoted': 'Requested a deposit quote',
  'deposit.submitted': 'Uploaded proof of payment',
  'deposit.payment-observed': 'Payment recorded by staff',
  'deposit.confirmed': 'Deposit confirmed',
  'deposit.rejected': 'Deposit rejected',
  'deposit.reversed': 'Deposit reversed',
  'member.signed-up': 'Signed up',
  'member.verified': 'Verified the email address',
  'member.consented': 'Accepted the terms',
  'member.suspended': 'Suspended',
  'member.reactivated': 'Reactivated',
  'member.renamed': 'Renamed by staff',
  'member.compromise-reported': 'Reported a compromised account',
  'member.sessions-ended': 'Sessions ended by staff',
  'member.closed': 'Account closed',
  'wallets.changed': 'Wallet addresses changed',
  'withdrawal.requested': 'Requested a withdrawal',
  'withdrawal.approved': 'Withdrawal approved',
  'withdrawal.paid': 'Withdrawal paid',
  'withdrawal.rejected': 'Withdrawal rejected',
  'withdrawal.reversed': 'Withdrawal payment reversed',
  'withdrawal.cancelled': 'Cancelled a withdrawal',
}

function formatAction(action: string): string {
  const text = action.replace(/[.-]/g, ' ')
  return capitalise(text)
}

const FAILURE_ACTIONS = /rejected|reversed|suspended|compromise-reported|copied$/

const getEventKind = (subjectId: string, action: string): MemberEvent['kind'] => {
  if (subjectId.startsWith('dep_')) return 'deposit'
  if (subjectId.startsWith('wdr_')) return 'withdrawal'
  return /^(balance|reward|position)\./.test(action) ? 'money' : 'account'
}

const toTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Returns the timeline event of an audit event. */
export function toAuditTimelineEvent(
  event: AuditEvent,
  memberId: string,
  amounts: ReadonlyMap<string, Cents>,
): MemberEvent {
  const { id, at, actor, action, subjectId, details } = event
  const change = toTextOrNull(details.change)

  return {
    _id: id,
    at,
    kind: getEventKind(subjectId, action),
    what: ACTION_LABELS[action] ?? formatAction(action),
    by: actor.id === memberId ? null : actor.label,
    note: toTextOrNull(details.reason) ?? toTextOrNull(details.txid),
    amount: change === null ? (amounts.get(subjectId) ?? null) : BigInt(change),
    about: amounts.has(subjectId) ? subjectId : null,
    journalNumber: null,
    bad: FAILURE_ACTIONS.test(action),
  }
}

/** Returns the timeline event of a journal row. */
export const toJournalTimelineEvent = ({
  idempotencyHash,
  at,
  transferType,
  amount,
  reason,
  seq,
}: Entry & { at: Date }): MemberEvent => ({
  _id: idempotencyHash,
  at,
  kind: 'money',
  what: getTransferTypeLabel(transferType),
  by: null,
  note: reason,
  amount,
  about: null,
  journalNumber: seq === null ? null : String(seq),
  bad: LOSSES.includes(transferType),
})

/** The labels of sign-in outcomes. */
export const OUTCOME_LABELS = {
  good: 'Logged in',
  'wrong-password': 'Failed login: wrong password',
  'wrong-factor': 'Failed login: wrong 2FA code or passkey',
} as const
