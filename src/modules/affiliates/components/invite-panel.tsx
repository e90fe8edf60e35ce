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
      <StatCard label="Invited" value={data?.data.length} note={data && `${active} active`} />
      <StatCard
        label="Rewards paid"
        value={data && <Money amount={data.totals.paid} />}
        note="Added to your cash balance"
      />
      <StatCard
        label="Rewards due"
        value={data && <Money amount={data.totals.due} />}
        note="Awaiting promotion funds"
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
              ? 'Referral rewards aren’t paid at the moment.'
              : `Earn ${percentage} of each referral’s first completed deposit. Sign-ups alone ` +
                'don’t count.'}
          </p>
          <p className="small">
            You earn on direct referrals only. We pay rewards from our own promotion account. If it
            runs short, rewards stay due until we fund it.
          </p>
          {says && <p className="small">What your invitee sees before signing up: “{says}”</p>}
          {says === null && <p className="small">Inviting people currently earns no reward.</p>}
          <p className="small">
            Only invite people you know, and make it clear that they can lose money.
          </p>
        </Stack>
      </Panel>
    </>
  )
}
