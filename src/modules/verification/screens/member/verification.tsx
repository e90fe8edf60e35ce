import { useQuery } from '@tanstack/react-query'
import { useLoaderData } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { listCountryOptions } from '#lib/countries.ts'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { verificationCalls } from '../../components/calls.tsx'
import { VerificationSteps } from '../../components/verification-steps.tsx'

export const loader = () => listCountryOptions()

/** The member's identity verification: what is left, and why. */
export default function Verification() {
  const countries = useLoaderData<typeof loader>()
  const { data, isError, refetch } = useQuery(verificationCalls.mine.queryOptions())

  return (
    <>
      <PageTitle>Verify your identity</PageTitle>
      {data ? (
        <VerificationSteps verification={data.data} countries={countries} />
      ) : (
        <Stack>
          <PageHeading
            back={<BackLink to="/dashboard/user-profile">Back to profile</BackLink>}
            title="Verify your identity"
          />
          {isError ? (
            <ReadFailed onRetry={refetch} />
          ) : (
            <Panel>
              <SkeletonLines lines={8} />
            </Panel>
          )}
        </Stack>
      )}
    </>
  )
}
