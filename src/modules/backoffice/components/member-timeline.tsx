import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { backofficeCalls, type MemberEvent } from './calls.tsx'

const KINDS = [
  { value: 'all', label: 'Everything' },
  { value: 'deposit', label: 'Deposits' },
  { value: 'withdrawal', label: 'Withdrawals' },
  { value: 'money', label: 'Other money' },
  { value: 'account', label: 'Account' },
  { value: 'sign-in', label: 'Logins' },
] as const
type Kind = (typeof KINDS)[number]['value']

/** Displays the timeline of a member, newest first, one page at a time. */
export function MemberTimeline({ memberId }: { memberId: string }) {
  const [kind, setKind] = useState<Kind>('all')
  const query = useInfiniteQuery(
    backofficeCalls.timeline.infiniteOptions({
      input: (before: string | undefined) => ({
        id: memberId,
        ...(before && { before }),
        ...(kind !== 'all' && { kind }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ data }) => data.before ?? undefined,
    }),
  )

  const events = query.data?.pages.flatMap(({ data }) => data.events)

  return (
    <Panel title="Activity">
      <Stack>
        <SelectField
          label="Show"
          name="timeline-kind"
          options={KINDS}
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            setKind(KINDS.find((one) => one.value === value)?.value ?? 'all')
          }
        />
        {query.isError && !events && <ReadFailed onRetry={() => void query.refetch()} />}
        {!events && !query.isError && <SkeletonLines lines={8} />}
        {events?.length === 0 && <p className="muted">No activity of this type yet.</p>}
        {events && events.length > 0 && (
          <Timeline
            steps={events.map((event) => ({
              title: <Title event={event} />,
              note: <Note event={event} />,
              state: event.bad ? 'failed' : 'done',
            }))}
          />
        )}
        {query.hasNextPage && (
          <FormActions>
            <Button
              pending={query.isFetchingNextPage}
              pendingLabel="Loading...."
              onClick={() => void query.fetchNextPage()}
            >
              Earlier
            </Button>
          </FormActions>
        )}
      </Stack>
    </Panel>
  )
}

const SCREENS = { dep: 'alltransaction', wdr: 'withdrawals' } as const

function Title({ event: { what, amount, about } }: { event: MemberEvent }) {
  const screen = about && SCREENS[about.slice(0, 3) as keyof typeof SCREENS]
  return (
    <>
      {screen ? <TextLink to={`/admin-dashboard/${screen}?open=${about}`}>{what}</TextLink> : what}
      {amount !== null && (
        <>
          {' '}
          <Money amount={amount} />
        </>
      )}
    </>
  )
}

const Note = ({ event: { at, by, note, journalNumber } }: { event: MemberEvent }) => (
  <>
    <When at={at} timeZone="UTC" /> UTC
    {by && ` · ${by}`}
    {note && ` · ${note}`}
    {journalNumber && ` · L-${journalNumber}`}
  </>
)
