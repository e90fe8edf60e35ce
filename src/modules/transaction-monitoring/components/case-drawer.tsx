import { CaseDrawer as Frame, UtcTime } from '#modules/approvals/components/case-drawer.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { RULE_LABELS } from '../model.ts'
import { type CaseLine, monitoringCalls } from './calls.tsx'
import { CaseTag, getTransactionPath } from './case-labels.tsx'
import { CaseNotes } from './case-notes.tsx'

type CaseDrawerProps = { one: CaseLine | undefined; onClose: () => void }

/** The drawer of a monitoring case: the finding, the notes and the decision. */
export const CaseDrawer = ({ one, onClose }: CaseDrawerProps) => (
  <Frame
    one={one}
    onClose={onClose}
    title={one ? `${RULE_LABELS[one.rule]}: ${one.member.name}` : 'Transaction monitoring'}
    tag={one && <CaseTag one={one} />}
    release={{
      permission: 'monitoring.clear',
      noun: 'clearance',
      label: 'Clear transaction…',
      title: `Clear this transaction of ${one?.member.name}?`,
      action: 'Propose clearance',
      text:
        'Another admin has to approve this. Then the transaction can be credited or paid, unless ' +
        'another case about it is open.',
      run: (reason) => monitoringCalls.clear.call({ id: one?._id ?? '', reason }),
    }}
    hold={{
      permission: 'monitoring.investigate',
      label: 'Mark as suspicious…',
      title: `Mark this transaction of ${one?.member.name} as suspicious?`,
      action: 'Mark as suspicious',
      text:
        'The transaction stays on hold. The member sees only that it is being reviewed. Nothing ' +
        'is reported to an authority: download the case file for that. Two admins can still ' +
        'clear it.',
      run: (reason) => monitoringCalls.mark.call({ id: one?._id ?? '', reason }),
    }}
    hint="What you checked, and with which evidence. The member never sees it."
    history={{
      opened: 'Opened by transaction monitoring',
      undecided: 'Until then, the transaction is neither credited nor paid.',
      decided:
        one?.status === 'cleared'
          ? `Cleared, proposed by ${one.decidedBy} and approved by ${one.approvedBy}`
          : `Marked as suspicious by ${one?.decidedBy}`,
      isReleased: one?.status === 'cleared',
    }}
    more={
      one && (
        <>
          <CaseNotes one={one} />
          <CaseFile one={one} />
        </>
      )
    }
  >
    {one && <Finding one={one} />}
  </Frame>
)

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
