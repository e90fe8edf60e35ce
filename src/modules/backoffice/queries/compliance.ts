import type { Day } from '#lib/dates.ts'
import { LIST_NAMES } from '#modules/compliance/model.ts'
import { getScreeningState, listMemberCases } from '#modules/compliance/queries.ts'
import { findIdentityEnd, getMember } from '#modules/identity/queries.ts'
import { RULE_LABELS, STATUS_LABELS } from '#modules/transaction-monitoring/model.ts'
import { listMonitoringCases } from '#modules/transaction-monitoring/queries.ts'
import { isOpen, LEVEL_NAMES, type LevelNumber } from '#modules/verification/model.ts'
import {
  findIdentityDetails,
  findVerificationLevel,
  listVerifications,
} from '#modules/verification/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'

/** A verification or a case of a member, with its status in words. */
export type ComplianceItem = {
  id: string
  area: 'verification' | 'screening' | 'monitoring'
  title: string
  status: string
  open: boolean
  at: Date
}

export type MemberCompliance = {
  level: LevelNumber
  birthDate: Day | null
  /** Until when the name and contact details of a closed account are retained. */
  detailsRetainedUntil: Date | null
  screenedAt: Date | null
  held: boolean
  items: readonly ComplianceItem[]
}

const VERIFICATION_STATUS = {
  waiting_for_member: 'Waiting for the member',
  in_review: 'In review',
  passed: 'Passed',
  try_again: 'Try again',
  refused: 'Refused',
  expired: 'Expired',
} as const

const SCREENING_STATUS = {
  open: 'Open',
  true_match: 'True match',
  false_positive: 'False positive',
} as const

/**
 * Returns the verifications and cases of a member; of a closed account no date of birth. Throws
 * `not_found` (404).
 */
export async function getMemberCompliance(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  memberId: string,
): Promise<MemberCompliance> {
  const { status } = await getMember(db, memberId)
  const isClosed = status === 'closed'

  const items = [
    ...(await listVerificationItems(db, memberId)),
    ...(await listScreeningItems(db, memberId)),
    ...(await listMonitoringItems(db, memberId)),
  ]

  return {
    level: await findVerificationLevel(db, memberId, clock.today()),
    birthDate: isClosed ? null : ((await findIdentityDetails(db, memberId))?.birthDate ?? null),
    detailsRetainedUntil: isClosed ? await findIdentityEnd(db, { config }, memberId) : null,
    ...(await getScreeningState(db, memberId)),
    items: items.toSorted(
      (one, other) =>
        Number(other.open) - Number(one.open) || other.at.getTime() - one.at.getTime(),
    ),
  }
}

const listVerificationItems = async (reader: Reader, memberId: string): Promise<ComplianceItem[]> =>
  (await listVerifications(reader, memberId)).map(({ id, level, status, begunAt }) => ({
    id,
    area: 'verification',
    title: `Identity: ${LEVEL_NAMES[level]}`,
    status: VERIFICATION_STATUS[status],
    open: isOpen({ status }),
    at: begunAt,
  }))

const listScreeningItems = async (reader: Reader, memberId: string): Promise<ComplianceItem[]> =>
  (await listMemberCases(reader, memberId)).map(
    ({ id, source, matchedName, status, openedAt }) => ({
      id,
      area: 'screening',
      title: `${LIST_NAMES[source]}: ${matchedName}`,
      status: SCREENING_STATUS[status],
      open: status !== 'false_positive',
      at: openedAt,
    }),
  )

const listMonitoringItems = async (reader: Reader, memberId: string): Promise<ComplianceItem[]> =>
  (await listMonitoringCases(reader, { memberId })).map(({ id, rule, status, openedAt }) => ({
    id,
    area: 'monitoring',
    title: `${RULE_LABELS[rule]}`,
    status: STATUS_LABELS[status],
    open: status !== 'cleared',
    at: openedAt,
  }))
