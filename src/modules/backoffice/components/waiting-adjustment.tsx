import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { backofficeCalls } from './calls.tsx'

/** Displays the adjustment of this member that is waiting for a second admin, if any. */
export function WaitingAdjustment({ memberId }: { memberId: string }) {
  const { data } = useQuery(backofficeCalls.approvals.queryOptions({ input: { state: 'waiting' } }))
  const proposal = data?.data.find(
    ({ permission, subject }) => permission === 'balance.adjust' && subject === memberId,
  )
  if (!proposal) return null

  return (
    <Callout tone="info" title="Waiting for approval.">
      {proposal.proposed.mine ? 'You' : proposal.proposed.by} proposed an adjustment{' '}
      <When at={proposal.proposed.at} timeZone="UTC" /> UTC.{' '}
      <TextLink to={`/admin-dashboard/approvals?open=${proposal._id}`}>View proposal</TextLink>
    </Callout>
  )
}
