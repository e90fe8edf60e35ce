import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { EligibilityCard } from '#modules/eligibility/components/eligibility-card.tsx'
import { RiskWarning } from '#modules/eligibility/components/risk-warning.tsx'
import { settingsCalls } from '#modules/settings/components/calls.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { buildings, currencyBtc } from '#ui/icons.ts'
import { Grid, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { PackageCard } from '../../components/package-card.tsx'
import { UnpaidQuotes } from '../../components/unpaid-quotes.tsx'

export default function Packages() {
  const { data } = useQuery(settingsCalls.operator.queryOptions())
  const pause = data?.data.pauses.deposits

  return (
    <Stack>
      <PageTitle>Our Packages</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Our Packages"
        lead={
          'Two types of plan. Each shows its target return, what the target is based on and its ' +
          'risks.'
        }
      />
      <UnpaidQuotes />
      <EligibilityCard operations={['deposit', 'invest']} withdrawal />
      {pause && <Callout title="Deposits are paused">{pause.reason}</Callout>}
      <RiskWarning>
        <p>
          Your money is at risk. You may get back less than you invest, and returns are not
          guaranteed.
        </p>
      </RiskWarning>
      <Grid min="lg">
        <PackageCard to="/dashboard/real-estate" title="Real Estate Plans" glyph={buildings}>
          Longer terms. Property can be vacant, lose value or take longer than planned to sell.
        </PackageCard>
        <PackageCard to="/dashboard/crypto" title="Crypto Plans" glyph={currencyBtc}>
          Shorter terms. Crypto prices can halve within days.
        </PackageCard>
      </Grid>
    </Stack>
  )
}
