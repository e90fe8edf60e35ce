import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { backofficeCalls } from './calls.tsx'

/** An adjustment of this member that a second admin has to decide on; nothing where none waits. */
export function WaitingAdjustment({ memberId }: { memberId: string }) {
  const { data } = useQuery(backofficeCalls.approvals.queryOptions({ input: { state: 'waiting' } }))
  const found = data?.data.find(
    ({ permission, subject }) => permission === 'balance.adjust' && subject === memberId,
  )
  if (!found) return null

  return (
    <Callout tone="info" title="Waiting for approval.">
      {found.proposed.mine ? 'You' : found.proposed.by} proposed an adjustment{' '}
      <When at={found.proposed.at} timeZone="UTC" /> UTC.{' '}
      <TextLink to={`/admin-dashboard/approvals?open=${found._id}`}>See it</TextLink>
    </Callout>
  )
}
