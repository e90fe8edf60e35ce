import { describeDevice } from '#lib/describe-device.ts'
import type { Cents } from '#lib/money.ts'
import type { AuditEvent } from '#modules/audit/model.ts'
import { listRelatedEvents } from '#modules/audit/queries.ts'
import { listDepositRecords } from '#modules/deposits/queries.ts'
import { getMember, listSignInHistory } from '#modules/identity/queries.ts'
import {
  MEMBER_SUB_ACCOUNTS,
  type TransferType,
  toMemberAccountCode,
} from '#modules/ledger/model.ts'
import { type Entry, listEarlierEntries } from '#modules/ledger/queries.ts'
import { getTransferTypeLabel } from '#modules/portfolio/model.ts'
import { listWithdrawalRecords } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'

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

export type TimelineQuery = { before?: Date | undefined; kind?: MemberEvent['kind'] | undefined }

const PAGE_SIZE = 25
const END_OF_TIME = new Date('9999-12-31T00:00:00Z')

/** The transfer types without an audit event; all others are in the audit log with their actor. */
const JOURNAL_ONLY_TYPES: readonly TransferType[] = [
  'position_opened',
  'principal_redeemed',
  'return_paid',
  'reward_paid',
  'fee_charged',
  'deposit_reversed',
  'suspense_matched',
  'loss_recorded',
  'assets_lost',
]

/** The audit actions that the sign-in history lists with the device. */
const SIGN_IN_ACTIONS: readonly string[] = ['member.signed-in']
const LOSSES: readonly TransferType[] = ['deposit_reversed', 'loss_recorded', 'assets_lost']

/** The labels of audit actions whose identifier does not read well as text. */
const ACTION_LABELS: Readonly<Record<string, string>> = {
  'balance.adjusted': 'Balance adjusted',
  'deposit.quoted': 'Took a quote',
  'deposit.submitted': 'Uploaded a proof of payment',
  'deposit.payment-seen': 'Payment seen by the staff',
  'deposit.confirmed': 'Deposit confirmed',
  'deposit.rejected': 'Deposit rejected',
  'member.signed-up': 'Signed up',
  'member.verified': 'Verified the e-mail address',
  'member.consented': 'Agreed to the terms',
  'member.suspended': 'Suspended',
  'member.reactivated': 'Reactivated',
  'member.renamed': 'Renamed by the staff',
  'member.alarm-raised': 'Reported a compromised account',
  'member.sessions-ended': 'Sessions ended by the staff',
  'member.closed': 'Account closed',
  'wallets.changed': 'Wallet addresses changed',
  'withdrawal.requested': 'Requested a withdrawal',
  'withdrawal.approved': 'Withdrawal approved',
  'withdrawal.paid': 'Withdrawal paid',
  'withdrawal.rejected': 'Withdrawal rejected',
  'withdrawal.cancelled': 'Cancelled the withdrawal',
}

function formatAction(action: string): string {
  const text = action.replace(/[.-]/g, ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const FAILURE_ACTIONS = /rejected|suspended|alarm-raised|copied$/

const getEventKind = (subjectId: string, action: string): MemberEvent['kind'] => {
  if (subjectId.startsWith('dep_')) return 'deposit'
  if (subjectId.startsWith('wdr_')) return 'withdrawal'
  return /^(balance|reward|position)\./.test(action) ? 'money' : 'account'
}

const toTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

function toAuditTimelineEvent(
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

const toJournalTimelineEvent = ({
  id,
  at,
  kind,
  amount,
  reason,
  seq,
}: Entry & { at: Date }): MemberEvent => ({
  _id: id,
  at,
  kind: 'money',
  what: getTransferTypeLabel(kind),
  by: null,
  note: reason,
  amount,
  about: null,
  journalNumber: seq === null ? null : String(seq),
  bad: LOSSES.includes(kind),
})

const OUTCOME_LABELS = {
  good: 'Signed in',
  'wrong-password': 'A wrong password was tried',
  'wrong-factor': 'A wrong second factor was tried',
} as const

async function listAuditTimeline(
  { db, clock }: App,
  memberId: string,
  before: Date,
  limit: number,
) {
  const deposits = await listDepositRecords(db, memberId, clock.now())
  const withdrawals = await listWithdrawalRecords(db, memberId)
  const amounts = new Map([...deposits, ...withdrawals].map(({ id, amount }) => [id, amount]))
  const subjects = [memberId, ...amounts.keys()]
  const events = await listRelatedEvents(db, {
    subjects,
    actorId: memberId,
    without: SIGN_IN_ACTIONS,
    before,
    limit,
  })

  return events.map((event) => toAuditTimelineEvent(event, memberId, amounts))
}

async function listSignInTimeline(
  { db }: App,
  memberId: string,
  before: Date,
  limit: number,
): Promise<MemberEvent[]> {
  const attempts = await listSignInHistory(db, memberId, before, limit)
  return attempts.map(({ id, at, outcome, near, userAgent }) => ({
    _id: id,
    at,
    kind: 'sign-in',
    what: OUTCOME_LABELS[outcome],
    by: null,
    note: `${describeDevice(userAgent)}, ${near}`,
    amount: null,
    about: null,
    journalNumber: null,
    bad: outcome !== 'good',
  }))
}

async function listJournalTimeline(
  { db }: App,
  memberId: string,
  before: Date,
  limit: number,
): Promise<MemberEvent[]> {
  const accounts = MEMBER_SUB_ACCOUNTS.map((subAccount) =>
    toMemberAccountCode(memberId, subAccount),
  )
  const rows = await listEarlierEntries(db, { accounts, kinds: JOURNAL_ONLY_TYPES, before, limit })
  return rows.map(toJournalTimelineEvent)
}

/**
 * Returns a page of a member's timeline, newest first: sign-ins within their retention period,
 * audit events by or about the member, and the journal rows without an audit event. Throws
 * `not_found` (404).
 */
export async function getMemberTimeline(
  app: App,
  memberId: string,
  { before = END_OF_TIME, kind }: TimelineQuery,
) {
  await getMember(app.db, memberId)

  // The sources can't filter by kind, so a filtered page reads more rows of each of them.
  const limit = kind ? PAGE_SIZE * 40 : PAGE_SIZE + 1
  const found = [
    ...(await listAuditTimeline(app, memberId, before, limit)),
    ...(await listSignInTimeline(app, memberId, before, limit)),
    ...(await listJournalTimeline(app, memberId, before, limit)),
  ]
    .filter((event) => !kind || event.kind === kind)
    .sort((one, other) => other.at.getTime() - one.at.getTime())

  const events = found.slice(0, PAGE_SIZE)
  const last = events.at(-1)

  return { events, before: found.length > PAGE_SIZE && last ? last.at : null }
}
