import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#ui/actions/text-link.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { LEVEL_NAMES } from '../model.ts'
import { type MemberVerification, verificationCalls } from './calls.tsx'

/** Shows a member's level of verification on their profile, with the way to the verification. */
export function IdentityPanel() {
  const { data, isError, refetch } = useQuery(verificationCalls.mine.queryOptions())
  if (data?.data.provider === 'none' && data.data.level === 0) return null

  return (
    <Panel
      title="Identity"
      aside={<TextLink to="/dashboard/verification">View verification</TextLink>}
    >
      {data ? (
        <KeyValues
          texts
          rows={[
            { label: 'Level', value: describeLevel(data.data) },
            {
              label: 'Limits',
              value: (
                <TextLink to="/dashboard/eligibility">View your limits and checklist</TextLink>
              ),
            },
          ]}
        />
      ) : isError ? (
        <ReadFailed onRetry={refetch} />
      ) : (
        <SkeletonLines lines={1} />
      )}
    </Panel>
  )
}

function describeLevel({ level, levels }: MemberVerification) {
  const reached = levels[level - 1]
  const isInReview = levels.some(({ status }) => status === 'in_review')
  if (!reached) return isInReview ? 'In review' : 'Not verified'

  return (
    <>
      {LEVEL_NAMES[reached.level]}
      {reached.expiresOn && (
        <>
          , renew before <CalendarDay day={reached.expiresOn} />
        </>
      )}
      {isInReview && '. The next level is in review.'}
    </>
  )
}
