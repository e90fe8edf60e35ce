import { useQuery } from '@tanstack/react-query'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { LinkLine } from './affiliate-link.tsx'
import { affiliateCalls } from './calls.tsx'

type AffiliatesResponse = Awaited<ReturnType<typeof affiliateCalls.affiliates.call>>

/** Displays how many members were invited and what was rewarded. */
export function AffiliateTotals({ data }: { data: AffiliatesResponse | undefined }) {
  const active = data?.data.filter(({ status }) => status === 'Active').length
  return (
    <StatGrid>
      <StatCard
        label="Invited"
        value={data?.data.length}
        note={data && `${active} of them active`}
      />
      <StatCard
        label="Rewards paid"
        value={data && <Money amount={data.totals.paid} />}
        note="Posted to your cash"
      />
      <StatCard
        label="Rewards due"
        value={data && <Money amount={data.totals.due} />}
        note="Waiting for promotion money"
      />
    </StatGrid>
  )
}

/** Shows the link and its terms: what is paid, for what and by whom. */
export function InvitePanel({ link, percentage }: { link: string; percentage: string | null }) {
  const code = link.slice(link.lastIndexOf('/') + 1)
  const invitation = useQuery(affiliateCalls.invitation.queryOptions({ input: { code } }))
  const says = invitation.data?.data.says

  return (
    <>
      <Panel title="Your affiliate link">
        <LinkLine link={link} />
      </Panel>
      <Panel title="Terms">
        <Stack tight>
          <p className="small">
            {percentage === '0%'
              ? 'No reward is paid for inviting at present.'
              : `You are rewarded with ${percentage} of the first completed deposit of whom ` +
                'you invite: once for each, and never for a sign-up.'}
          </p>
          <p className="small">
            One level: you get nothing for whom they invite. The operator pays out of its own
            promotion money, and while that is short a reward stays due.
          </p>
          {says && (
            <p className="small">The person you invite reads before they sign up: “{says}”</p>
          )}
          {says === null && (
            <p className="small">There is no reward at present for the people you invite.</p>
          )}
          <p className="small">
            Invite only people you know, and make clear that they can lose money.
          </p>
        </Stack>
      </Panel>
    </>
  )
}
