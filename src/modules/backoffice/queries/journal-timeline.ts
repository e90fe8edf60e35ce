import {
  MEMBER_SUB_ACCOUNTS,
  type TransferType,
  toMemberAccountCode,
} from '#modules/ledger/model.ts'
import { listEarlierEntries } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { type MemberEvent, toJournalTimelineEvent } from './timeline-events.ts'

/** The transfer types without an audit event; all others are in the audit log with their actor. */
const JOURNAL_ONLY_TYPES: readonly TransferType[] = [
  'position_opened',
  'principal_redeemed',
  'return_paid',
  'reward_paid',
  'fee_charged',
  'fee_reversed',
  'suspense_matched',
  'loss_recorded',
  'assets_lost',
]

export async function listJournalTimeline(
  { db }: App,
  memberId: string,
  before: Date,
  limit: number,
): Promise<MemberEvent[]> {
  const accounts = MEMBER_SUB_ACCOUNTS.map((subAccount) =>
    toMemberAccountCode(memberId, subAccount),
  )
  const rows = await listEarlierEntries(db, {
    accounts,
    transferTypes: JOURNAL_ONLY_TYPES,
    before,
    limit,
  })
  return rows.map(toJournalTimelineEvent)
}
