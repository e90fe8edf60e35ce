import { JournalLines } from '#modules/ledger/components/journal-lines.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { DrawerHead } from '#ui/overlay/drawer-head.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { buildContentRows } from './approval-content.tsx'
import { buildTimelineSteps } from './approval-history.tsx'
import {
  formatProposalAction,
  formatProposalSubject,
  getProposalCents,
} from './approval-labels.tsx'
import type { ProposalDetails } from './calls.tsx'

/** Displays the amount, action and subject of a proposal. */
export function ApprovalHead({ proposal }: { proposal: ProposalDetails }) {
  const cents = getProposalCents(proposal)
  return (
    <DrawerHead
      amount={
        cents !== undefined && (
          <Money
            amount={cents}
            hero
            sign={proposal.permission === 'balance.adjust' ? 'always' : 'minus'}
          />
        )
      }
    >
      <p className="strong">{formatProposalAction(proposal)}</p>
      <p className="muted">{formatProposalSubject(proposal)}</p>
    </DrawerHead>
  )
}

const HAS_EVIDENCE: ReadonlySet<string> = new Set(['income.record', 'loss.record'])
const POSTS = { waiting: 'Entries to be posted', approved: 'Posted entries' } as const

/** Where a proposal’s subject is, for those whose content doesn’t link to it. */
const SUBJECT_LINKS: Readonly<Record<string, { label: string; path: string }>> = {
  'withdrawal.approve': { label: 'View withdrawal', path: 'withdrawals?open=' },
  'screening.dismiss': { label: 'View screening case', path: 'screening?open=' },
  'monitoring.clear': { label: 'View monitoring case', path: 'monitoring?open=' },
  'identity.refuse': { label: 'View verification', path: 'verifications/' },
}

/** Displays the content of a proposal, the journal rows that it posts, and its history. */
export function ApprovalReview({ proposal }: { proposal: ProposalDetails }) {
  const { state, permission } = proposal
  const subject = SUBJECT_LINKS[permission]
  const posts = state === 'waiting' || state === 'approved' ? POSTS[state] : null

  return (
    <>
      <DrawerPart title="Proposed change">
        <KeyValues rows={buildContentRows(proposal)} />
        {HAS_EVIDENCE.has(permission) && (
          <p>
            <a className="link" href={`/api/admin/evidence/${proposal._id}`} download>
              Download evidence
            </a>
          </p>
        )}
        {subject && (
          <p>
            <ButtonLink size="sm" to={`/admin-dashboard/${subject.path}${proposal.subject}`}>
              {subject.label}
            </ButtonLink>
          </p>
        )}
      </DrawerPart>
      {posts && (
        <DrawerPart title={posts}>
          <ProposedRows proposal={proposal} caption={posts} />
        </DrawerPart>
      )}
      <DrawerPart title="History">
        <Timeline steps={buildTimelineSteps(proposal)} />
      </DrawerPart>
    </>
  )
}

function ProposedRows({ proposal, caption }: { proposal: ProposalDetails; caption: string }) {
  const { permission, rows, moreRows, names, state } = proposal
  if (rows.length > 0)
    return (
      <>
        <JournalLines caption={caption} rows={rows} names={names} />
        {moreRows > 0 && <p className="muted">{moreRows} more rows of the same kind.</p>}
      </>
    )

  if (permission === 'withdrawal.approve')
    return (
      <p>
        Nothing yet. Approval fixes the rate, crypto amount and fee. Entries are posted when it’s
        marked as paid.
      </p>
    )

  if (permission === 'loss.record' && state === 'waiting')
    return <p>None. The loss exceeds the amount invested in the plan, so it can’t be approved.</p>

  return <p>None.</p>
}
