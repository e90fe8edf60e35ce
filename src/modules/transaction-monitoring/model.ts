import { DomainError } from '#lib/errors.ts'
import type { Permission } from '#modules/approvals/model.ts'

import type { Facts, MonitoringRule } from './model/rules.ts'

export {
  countRules,
  describeFinding,
  type Facts,
  type MonitoringRule,
  RULE_LABELS,
  RULES,
} from './model/rules.ts'

/** A case holds its transaction until it is cleared. */
export const CASE_STATUSES = ['open', 'cleared', 'suspicious'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

export const STATUS_LABELS: Readonly<Record<CaseStatus, string>> = {
  open: 'Open',
  cleared: 'Cleared',
  suspicious: 'Suspicious',
}

/** A rule's finding about one transaction. */
export type MonitoringCase = {
  id: string
  rule: MonitoringRule
  memberId: string
  /** The id of the deposit or withdrawal. */
  subjectId: string
  facts: Facts
  openedAt: Date
  status: CaseStatus
  decidedAt: Date | null
  /** The id of the admin who proposed to clear it, or called it suspicious. */
  decidedBy: string | null
  /** The id of the proposal by which another admin approved the clearance. */
  approvalId: string | null
  reason: string | null
}

/** A note that an admin wrote into the file of a case. */
export type CaseNote = { id: string; content: string; author: string; addedAt: Date }

/** Clearing lets money move: two admins decide. */
export const CLEAR_PERMISSION = 'monitoring.clear' satisfies Permission

export const MAX_NOTE = 4_000

/** Returns what two admins agree to: this case, its transaction, and the reason. */
export const toClearanceContent = (
  { id, memberId, subjectId, rule, status }: MonitoringCase,
  reason: string,
) => ({
  case: id,
  memberId,
  transaction: subjectId,
  rule,
  confirmed: status === 'suspicious' ? 'Called suspicious' : 'Not decided',
  reason,
})

/** Reads the content of a proposed clearance. */
export const parseClearance = (content: Readonly<Record<string, unknown>>) => ({
  confirmed: String(content.confirmed),
  reason: String(content.reason),
})

/** The errors of transaction monitoring, all for staff. */
export const refusals = {
  decided: () =>
    new DomainError('case_decided', 409, 'This case has already been decided. Nothing changed.'),
  changedMeanwhile: () =>
    new DomainError(
      'changed_meanwhile',
      409,
      'The case was called suspicious after this was proposed. Reject this proposal, ' +
        'then propose the clearance again.',
    ),
  alreadyProposed: () =>
    new DomainError(
      'already_proposed',
      409,
      'Clearing this transaction is already waiting for a second admin.',
    ),
  held: () =>
    new DomainError(
      'monitoring_hold',
      409,
      'Transaction monitoring holds this transaction until two admins clear it. See Transaction ' +
        'monitoring; a new case appears there within seconds.',
    ),
}
