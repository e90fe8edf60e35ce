import { describeDevice } from '#lib/describe-device.ts'
import { listRelatedEvents } from '#modules/audit/queries.ts'
import { listDepositRecords } from '#modules/deposits/queries.ts'
import { getMember, listSignInHistory } from '#modules/identity/queries.ts'
import { listWithdrawalRecords } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { listJournalTimeline } from './journal-timeline.ts'
import { type MemberEvent, OUTCOME_LABELS, toAuditTimelineEvent } from './timeline-events.ts'

export type TimelineQuery = { before?: Date | undefined; kind?: MemberEvent['kind'] | undefined }

const PAGE_SIZE = 25

const END_OF_TIME = new Date('9999-12-31T00:00:00Z')

/** The audit actions that the sign-in history lists with the device. */
const SIGN_IN_ACTIONS: readonly string[] = ['member.signed-in']

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
