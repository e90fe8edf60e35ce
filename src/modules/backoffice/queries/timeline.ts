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

const A_PAGE = 25
const FOR_EVER = new Date('9999-12-31T00:00:00Z')

/** What only the journal tells; the rest stands in the record of acts, with who did it and why. */
const JOURNAL_ONLY_TYPES: readonly TransferType[] = [
  ...([
    'position_opened',
    'principal_redeemed',
    'return_paid',
    'reward_paid',
    'fee_charged',
  ] as const),
  ...(['deposit_reversed', 'suspense_matched', 'loss_recorded', 'assets_lost'] as const),
]
/** Each stands among the sign-ins, with the device, as long as these are kept. */
const SIGN_IN_ACTIONS: readonly string[] = ['member.signed-in']
const LOSSES: readonly TransferType[] = ['deposit_reversed', 'loss_recorded', 'assets_lost']

/** Words of the record where its own, without the dots, would not do. */
const WORDS: Readonly<Record<string, string>> = {
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
  'member.alarm-raised': 'Said ‘this wasn’t me’',
  'member.sessions-ended': 'Sessions ended by the staff',
  'member.closed': 'Account closed',
  'wallets.changed': 'Wallet addresses changed',
  'withdrawal.requested': 'Asked for a withdrawal',
  'withdrawal.approved': 'Withdrawal approved',
  'withdrawal.paid': 'Withdrawal paid',
  'withdrawal.rejected': 'Withdrawal rejected',
  'withdrawal.cancelled': 'Took the withdrawal back',
}

function formatAction(action: string): string {
  const text = action.replace(/[.-]/g, ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const BAD = /rejected|suspended|alarm-raised|copied$/

const getEventKind = (subjectId: string, action: string): MemberEvent['kind'] => {
  if (subjectId.startsWith('dep_')) return 'deposit'
  if (subjectId.startsWith('wdr_')) return 'withdrawal'
  return /^(balance|reward|position)\./.test(action) ? 'money' : 'account'
}

const toTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

function toAuditTimelineEvent(
  act: AuditEvent,
  memberId: string,
  amounts: ReadonlyMap<string, Cents>,
): MemberEvent {
  const { id, at, actor, action, subjectId, details } = act
  const change = toTextOrNull(details.change)

  return {
    _id: id,
    at,
    kind: getEventKind(subjectId, action),
    what: WORDS[action] ?? formatAction(action),
    by: actor.id === memberId ? null : actor.label,
    note: toTextOrNull(details.reason) ?? toTextOrNull(details.txid),
    amount: change === null ? (amounts.get(subjectId) ?? null) : BigInt(change),
    about: amounts.has(subjectId) ? subjectId : null,
    journalNumber: null,
    bad: BAD.test(action),
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

const OUTCOMES = {
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
  const acts = await listRelatedEvents(db, {
    subjects,
    actorId: memberId,
    without: SIGN_IN_ACTIONS,
    before,
    limit,
  })

  return acts.map((act) => toAuditTimelineEvent(act, memberId, amounts))
}

async function listSignInTimeline(
  { db }: App,
  memberId: string,
  before: Date,
  limit: number,
): Promise<MemberEvent[]> {
  const tries = await listSignInHistory(db, memberId, before, limit)
  return tries.map(({ id, at, outcome, near, userAgent }) => ({
    _id: id,
    at,
    kind: 'sign-in',
    what: OUTCOMES[outcome],
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
 * Everything that happened about a member, newest first: sign-ins as far as they are kept, what was
 * done by or about them, their deposits and withdrawals, and what the journal says besides. Throws
 * a 404 for nobody.
 */
export async function getMemberTimeline(
  app: App,
  memberId: string,
  { before = FOR_EVER, kind }: TimelineQuery,
) {
  await getMember(app.db, memberId)

  // Of one kind a page may be found only behind many others, so more of each source is looked
  // through.
  const limit = kind ? A_PAGE * 40 : A_PAGE + 1
  const found = [
    ...(await listAuditTimeline(app, memberId, before, limit)),
    ...(await listSignInTimeline(app, memberId, before, limit)),
    ...(await listJournalTimeline(app, memberId, before, limit)),
  ]
    .filter((event) => !kind || event.kind === kind)
    .sort((one, other) => other.at.getTime() - one.at.getTime())

  const events = found.slice(0, A_PAGE)
  const last = events.at(-1)

  return { events, before: found.length > A_PAGE && last ? last.at : null }
}
