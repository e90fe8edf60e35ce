import { useState } from 'react'
import { UtcTime } from '#modules/approvals/components/case-drawer.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import { CHECK_LABELS, DOCUMENT_NAMES } from '../model.ts'
import type { VerificationReview } from './calls.tsx'
import { PassForm } from './pass-form.tsx'
import { type Rejection, RejectionActions, RejectionDialog } from './rejection.tsx'
import styles from './review-panel.module.css'

type ReviewProps = { one: VerificationReview }

/** The decision on a verification: the checklist while it is in review, what was decided after. */
export function ReviewPanel({ one }: ReviewProps) {
  const [rejecting, setRejecting] = useState<Rejection>()
  const isInReview = one.status === 'in_review'

  return (
    <Panel title={isInReview ? 'Review' : 'History'}>
      <div className={styles.review}>
        <Timeline steps={buildSteps(one)} />
        {isInReview && one.waiting && <WaitingRefusal waiting={one.waiting} />}
        {isInReview && (one.provider === 'desk' || one.found) && (
          <PassForm key={one._id} one={one} />
        )}
        {isInReview && <RejectionActions one={one} onChoose={setRejecting} />}
        {!isInReview && <Decision one={one} />}
      </div>
      {rejecting && (
        <RejectionDialog one={one} rejection={rejecting} onClose={() => setRejecting(undefined)} />
      )}
    </Panel>
  )
}

type WaitingProps = { waiting: NonNullable<VerificationReview['waiting']> }

const WaitingRefusal = ({ waiting }: WaitingProps) => (
  <p>
    Refusal proposed by {waiting.by} on <UtcTime at={waiting.at} />: “{waiting.reason}”.{' '}
    <TextLink to="/admin-dashboard/approvals">View approvals</TextLink>
  </p>
)

const Decision = ({ one }: ReviewProps) => (
  <Details
    rows={[
      ...(one.confirmed.length > 0
        ? [
            {
              label: 'Confirmed',
              value: one.confirmed.map((each) => CHECK_LABELS[each]).join('. '),
            },
          ]
        : []),
      ...(one.documentValidUntil
        ? [{ label: 'Document valid until', value: <CalendarDay day={one.documentValidUntil} /> }]
        : []),
      ...(one.expiresOn
        ? [{ label: 'Re-check date', value: <CalendarDay day={one.expiresOn} /> }]
        : []),
      ...(one.memberReason ? [{ label: 'The member read', value: one.memberReason }] : []),
      ...(one.rejectedDocuments.length > 0
        ? [
            {
              label: 'To send again',
              value: one.rejectedDocuments.map((kind) => DOCUMENT_NAMES[kind]).join(', '),
            },
          ]
        : []),
      ...(one.staffReason ? [{ label: 'Reason for staff', value: one.staffReason }] : []),
    ]}
  />
)

const DECISIONS = {
  passed: 'Passed',
  expired: 'Passed',
  try_again: 'The member was asked to try again',
  refused: 'Refused',
} as const

const formatDeciders = ({ decidedBy, approvedBy }: VerificationReview) =>
  approvedBy ? `${decidedBy}, approved by ${approvedBy}` : decidedBy

function buildSteps(one: VerificationReview): TimelineStep[] {
  const { status, begunAt, submittedAt, dueAt, decidedAt } = one
  const steps: TimelineStep[] = [
    { title: 'Started by the member', note: <UtcTime at={begunAt} />, state: 'done' },
  ]
  if (submittedAt)
    steps.push({ title: 'Submitted', note: <UtcTime at={submittedAt} />, state: 'done' })
  if (status === 'in_review' && dueAt)
    steps.push({
      title: one.overdue ? 'The promised time has passed' : 'Promised by',
      note: <UtcTime at={dueAt} />,
      state: one.overdue ? 'failed' : 'now',
    })
  if (decidedAt && status !== 'in_review' && status !== 'waiting_for_member')
    steps.push({
      title: DECISIONS[status],
      note: (
        <>
          <UtcTime at={decidedAt} /> · {formatDeciders(one)}
        </>
      ),
      state: status === 'refused' ? 'failed' : 'done',
    })

  return steps
}
