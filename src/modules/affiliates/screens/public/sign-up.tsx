import { useQuery } from '@tanstack/react-query'
import { useLoaderData } from 'react-router'
import { listCountryOptions } from '#lib/countries.ts'
import { campaignCalls } from '#modules/campaigns/components/calls.tsx'
import type { SignUpInvitation } from '#modules/identity/components/sign-up-fields.tsx'
import { SignUpPage } from '#modules/identity/components/sign-up-page.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { affiliateCalls } from '../../components/calls.tsx'

const CODE = /^[A-Z0-9]{8}$/

export const loader = () => listCountryOptions()

export default function SignUp() {
  const countries = useLoaderData<typeof loader>()
  return (
    <SignUpPage
      countries={countries}
      renderReferralNote={(invited) => <InvitationDetails {...invited} />}
    />
  )
}

/** Shows the invitation or campaign a person signs up with, and its reward. */
const InvitationDetails = (invited: SignUpInvitation) => (
  <>
    <Invitation {...invited} />
    {invited.campaign !== '' && <Claim {...invited} />}
  </>
)

/**
 * Shows the claimed campaign and its amount, or that it is not available in the person's country.
 */
function Claim({ campaign: code, country }: SignUpInvitation) {
  const { data } = useQuery(
    campaignCalls.running.queryOptions({ input: { code, ...(country && { country }) } }),
  )
  const found = data?.data

  return (
    <div role="status">
      {found && (
        <Callout tone="info" title={`You’re claiming ${found.name}`}>
          {found.text} You get <Money amount={found.amount} /> with your first completed deposit,
          while the budget lasts. We pay it from our own promotion account. Ends{' '}
          <CalendarDay day={found.endsOn} />.
        </Callout>
      )}
      {data && !found && country !== '' && (
        <Callout title="This offer isn’t available">
          It has ended, has been fully claimed or isn’t offered in your country. You can still sign
          up.
        </Callout>
      )}
    </div>
  )
}

/** Shows that the inviter is rewarded; renders nothing where there would be no reward. */
function Invitation({ code: written, country }: SignUpInvitation) {
  const code = written.trim().toUpperCase()
  const { data } = useQuery({
    ...affiliateCalls.invitation.queryOptions({ input: { code, ...(country && { country }) } }),
    enabled: CODE.test(code),
  })
  const says = data?.data.says

  return <div role="status">{says && <Callout tone="info">{says}</Callout>}</div>
}
