import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { SubjectNotes } from '#modules/desk/components/subject-notes.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Grid, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { backofficeCalls, type UserDetails } from '../../components/calls.tsx'
import { EditUser } from '../../components/edit-user.tsx'
import { MemberActions } from '../../components/member-actions.tsx'
import { MemberCompliance } from '../../components/member-compliance.tsx'
import { MemberTimeline } from '../../components/member-timeline.tsx'
import { ResetFactor } from '../../components/reset-factor.tsx'
import { UserFacts, UserFigures } from '../../components/user-details.tsx'
import { UserEntries } from '../../components/user-entries.tsx'
import { formatUserName, UserStatusTag } from '../../components/user-labels.tsx'
import { UserPositions } from '../../components/user-positions.tsx'
import { WaitingAdjustment } from '../../components/waiting-adjustment.tsx'

const ALL = '/admin-dashboard/alluser'

export default function ManageUser() {
  const { id = '' } = useParams()
  const [resetting, setResetting] = useState(false)
  const { data, error, refetch } = useQuery(backofficeCalls.user.queryOptions({ input: { id } }))
  const user = data?.data

  if (error instanceof CallError && error.status === 404) return <UserNotFound />

  return (
    <Stack>
      <PageTitle>{user ? formatUserName(user) : 'Manage user'}</PageTitle>
      <PageHeading
        back={<BackLink to={ALL}>All users</BackLink>}
        title={user ? formatUserName(user) : 'Manage user'}
        lead={user && <UserStatusTag status={user.status} />}
        actions={
          user && (
            <>
              <MemberLinks user={user} />
              <MemberActions user={user} onResetFactor={() => setResetting(true)} />
            </>
          )
        }
      />
      {error && !user && <ReadFailed onRetry={refetch} />}
      {user?.status === 'suspended' && <Suspended user={user} />}
      {user && <WaitingAdjustment memberId={user._id} />}
      {!(error && !user) && <UserFigures user={user} />}
      {user && <MemberCompliance memberId={user._id} />}
      {user && (
        <Panel title="Notes and tasks">
          <SubjectNotes subject={user._id} />
        </Panel>
      )}
      {user && <UserPositions user={user} />}
      {user && user.status !== 'closed' && <EditUser user={user} />}
      {user && <UserEntries memberId={user._id} />}
      {user && (
        <Grid min="lg">
          <UserFacts user={user} />
          <ResetFactor
            member={{ _id: user._id, name: formatUserName(user) }}
            open={resetting}
            onOpen={setResetting}
          />
        </Grid>
      )}
      {user && <MemberTimeline memberId={user._id} />}
    </Stack>
  )
}

/** Links to the deposits and withdrawals of the member. */
function MemberLinks({ user }: { user: UserDetails }) {
  const id = user._id
  return (
    <>
      <ButtonLink to={`/admin-dashboard/alltransaction?q=${id}`}>Deposits</ButtonLink>
      <ButtonLink to={`/admin-dashboard/withdrawals?q=${id}`}>Withdrawals</ButtonLink>
    </>
  )
}

const Suspended = ({
  user: { suspended_reason: reason, review_on: day },
}: {
  user: UserDetails
}) => (
  <Callout title="Suspended.">
    {reason}
    {day && (
      <>
        {' '}
        To be reviewed on <CalendarDay day={day} />.
      </>
    )}
  </Callout>
)

/** Displays the same page as for any other unknown address. */
const UserNotFound = () => (
  <Stack>
    <PageTitle>Page not found</PageTitle>
    <PageHeading
      back={<BackLink to={ALL}>All users</BackLink>}
      title="Page not found"
      lead={'No member has this ID. The address may be mistyped, or the member was ' + 'deleted.'}
    />
  </Stack>
)
