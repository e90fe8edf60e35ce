import { useQuery } from '@tanstack/react-query'
import { useLoaderData } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { listCountryOptions } from '#lib/countries.ts'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { ProfileSections } from '#modules/identity/components/profile.tsx'
import { OwnTestimonial } from '#modules/testimonials/components/own-testimonial.tsx'
import { IdentityPanel } from '#modules/verification/components/identity-panel.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { CloseAccount } from '../../components/close-account.tsx'
import { OwnCopy } from '../../components/data-export.tsx'

export const loader = () => listCountryOptions()

export default function UserProfile() {
  const countries = useLoaderData<typeof loader>()
  const profile = useQuery(identityCalls.profile.queryOptions())

  return (
    <Stack>
      <PageTitle>Profile</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Profile"
        lead={'Your personal details. We notify you of every change.'}
      />
      {profile.data ? (
        <ProfileSections
          profile={profile.data.data}
          countries={countries}
          reread={profile.refetch}
        />
      ) : (
        <Panel title="Profile">
          {profile.isError ? <ReadFailed onRetry={profile.refetch} /> : <SkeletonLines lines={6} />}
        </Panel>
      )}
      <IdentityPanel />
      <OwnTestimonial />
      <OwnCopy />
      <CloseAccount />
    </Stack>
  )
}
