import { useState } from 'react'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import { RULE_LABELS } from '../model.ts'
import type { CaseLine } from './calls.tsx'
import { CaseActions } from './case-actions.tsx'
import { type CaseDecision, DecideDialog } from './case-decision.tsx'
import { CaseTag, getTransactionPath } from './case-labels.tsx'
import { CaseNotes } from './case-notes.tsx'

type CaseDrawerProps = { one: CaseLine | undefined; onClose: () => void }

/** The drawer of a monitoring case: the finding, the notes and the decision. */
export function CaseDrawer({ one, onClose }: CaseDrawerProps) {
  const [deciding, setDeciding] = useState<CaseDecision>()

  return (
    <Drawer
      open={one !== undefined}
      onClose={onClose}
      title={one ? `${RULE_LABELS[one.rule]}: ${one.member.name}` : 'Transaction monitoring'}
      aside={one && <CaseTag one={one} />}
      foot={one && one.status !== 'cleared' && <CaseActions one={one} onDecide={setDeciding} />}
    >
      {one && <Finding one={one} />}
      {one && (
        <DrawerPart title="History">
          <Timeline steps={buildCaseSteps(one)} />
        </DrawerPart>
      )}
      {one && <CaseNotes one={one} />}
      {one && <CaseFile one={one} />}
      {one && deciding && (
        <DecideDialog one={one} decision={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </Drawer>
  )
}

const Finding = ({ one }: { one: CaseLine }) => (
  <DrawerPart title="Finding">
    <p>{one.finding}</p>
    <KeyValues
      rows={[
        {
          label: 'Member',
          value: (
            <TextLink to={`/admin-dashboard/manage-user/${one.member._id}`}>
              {one.member.name}
            </TextLink>
          ),
        },
        {
          label: 'Transaction',
          value: (
            <TextLink to={getTransactionPath(one)}>
              {one.transaction.kind === 'deposit' ? 'Deposit' : 'Withdrawal'} of{' '}
              <Money amount={one.transaction.amount} />
            </TextLink>
          ),
        },
        { label: 'Created', value: <UtcTime at={one.transaction.createdAt} /> },
      ]}
    />
  </DrawerPart>
)

function CaseFile({ one }: { one: CaseLine }) {
  const may = usePermission('data.export')
  const path = `/api/admin/monitoring/${one._id}/file?format=`

  return (
    <DrawerPart title="Case file">
      <p className="muted">
        The finding, the notes and the decision, for an authority. Nothing is sent automatically,
        and each download is in the audit log.
      </p>
      {may ? (
        <p>
          Download it as{' '}
          <a className="link" href={`${path}pdf`} download>
            PDF
          </a>{' '}
          or{' '}
          <a className="link" href={`${path}json`} download>
            JSON
          </a>
          .
        </p>
      ) : (
        <p className="muted">Your role can’t download case files.</p>
      )}
    </DrawerPart>
  )
}

function buildCaseSteps(one: CaseLine): TimelineStep[] {
  const opened: TimelineStep = {
    title: 'Opened by transaction monitoring',
    note: <UtcTime at={one.openedAt} />,
    state: 'done',
  }
  if (!one.decidedAt)
    return [
      opened,
      {
        title: 'To be decided',
        note: 'Until then, the transaction is neither credited nor paid.',
        state: 'now',
      },
    ]

  const cleared = one.status === 'cleared'

  return [
    opened,
    {
      title: cleared
        ? `Cleared, proposed by ${one.decidedBy} and approved by another admin`
        : `Marked as suspicious by ${one.decidedBy}`,
      note: (
        <>
          <UtcTime at={one.decidedAt} /> · {one.reason}
        </>
      ),
      state: cleared ? 'done' : 'failed',
    },
  ]
}

const UtcTime = ({ at }: { at: string }) => (
  <>
    <When at={at} timeZone="UTC" /> UTC
  </>
)
