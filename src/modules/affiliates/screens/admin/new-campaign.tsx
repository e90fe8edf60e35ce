import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { CampaignForm } from '#modules/campaigns/components/campaign-form.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { toast } from '#ui/status/toaster.tsx'

const ALL = '/admin-dashboard/campaigns'

export default function NewCampaign() {
  const queries = useQueryClient()
  const navigate = useNavigate()

  return (
    <Stack>
      <PageTitle>New campaign</PageTitle>
      <PageHeading
        back={<BackLink to={ALL}>All campaigns</BackLink>}
        title="New campaign"
        lead={
          'A fixed reward for new members who sign up with its code, between two fixed dates and ' +
          'within a budget. It isn’t visible until published.'
        }
      />
      <CampaignForm
        back={ALL}
        onCreated={async (id, message) => {
          toast.success(message)
          void queries.invalidateQueries()
          await navigate(`${ALL}?open=${id}`)
        }}
      />
    </Stack>
  )
}
