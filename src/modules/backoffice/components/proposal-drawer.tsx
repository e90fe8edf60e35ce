import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Drawer } from '#ui/overlay/dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { ProposalTag } from './approval-labels.tsx'
import { ApprovalHead, ApprovalReview } from './approval-review.tsx'
import { backofficeCalls } from './calls.tsx'
import { DecideProposal } from './decide-proposal.tsx'
import { type ProposalDecision, ProposalDialog } from './proposal-dialog.tsx'

/** Displays a proposal and the buttons to decide it. */
export function ProposalDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const [action, setAction] = useState<ProposalDecision>()
  const { data, isError, refetch } = useQuery(
    backofficeCalls.approval.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
  )
  const proposal = id ? data?.data : undefined

  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title="Proposal"
      aside={proposal && <ProposalTag state={proposal.state} />}
      foot={
        proposal?.state === 'waiting' && <DecideProposal proposal={proposal} onAction={setAction} />
      }
    >
      {isError && <ReadFailed onRetry={refetch} />}
      {!proposal && !isError && <SkeletonLines lines={8} />}
      {proposal && (
        <>
          <ApprovalHead proposal={proposal} />
          <ApprovalReview proposal={proposal} />
        </>
      )}
      {proposal && action && (
        <ProposalDialog
          action={action}
          proposal={proposal}
          onClose={() => setAction(undefined)}
          onAnswered={() => void queries.invalidateQueries()}
          onDone={() => setAction(undefined)}
        />
      )}
    </Drawer>
  )
}
