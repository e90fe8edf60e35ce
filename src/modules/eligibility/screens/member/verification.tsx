import { useQuery } from '@tanstack/react-query'
import { useLoaderData } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { listCountryOptions } from '#lib/countries.ts'
import { verificationCalls } from '#modules/verification/components/calls.tsx'
import { VerificationSteps } from '#modules/verification/components/verification-steps.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { eligibilityCalls } from '../../components/calls.tsx'
import { formatLevelRequirements } from '../../model.ts'

export const loader = () => listCountryOptions()

/** The member's identity verification: what is left, and what the rules require it for. */
export default function Verification() {
  const countries = useLoaderData<typeof loader>()
  const { data, isError, refetch } = useQuery(verificationCalls.mine.queryOptions())
  const eligibility = useQuery(eligibilityCalls.eligibility.queryOptions())
  const levelSteps = eligibility.data?.data.levelSteps

  return (
    <>
      <PageTitle>Verify your identity</PageTitle>
      {data ? (
        <VerificationSteps
          verification={data.data}
          countries={countries}
          requirements={levelSteps ? formatLevelRequirements(levelSteps) : {}}
        />
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
