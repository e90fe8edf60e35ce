import { PageTitle } from '#app-ui/page-title.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Screener } from '../../components/screener.tsx'

export default function Markets() {
  return (
    <Stack>
      <PageTitle>Markets</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Markets"
        lead="Prices in US dollars, each with its source and time."
      />
      <Screener />
    </Stack>
  )
}
