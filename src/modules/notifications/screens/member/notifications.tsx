import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { bell } from '#ui/icons.ts'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type NotificationView, notificationCalls } from '../../components/calls.tsx'
import { NotificationChoices } from '../../components/choices.tsx'
import { NotificationList } from '../../components/notification-list.tsx'
import { KIND_NAMES, KINDS } from '../../model.ts'
import styles from './notifications.module.css'

export default function Notifications() {
  return (
    <Stack>
      <PageTitle>Notifications</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Notifications"
        lead="Updates about your account and your money."
      />
      <NotificationsPanel />
      <NotificationChoices />
    </Stack>
  )
}

function useReading() {
  const queries = useQueryClient()
  const after = {
    onError: (error: unknown) =>
      toast.error(error instanceof CallError ? error.message : 'Something went wrong'),
    onSettled: () => queries.invalidateQueries(),
  }

  const one = useMutation({
    mutationFn: (id: string) => notificationCalls.read.call({ id }),
    ...after,
  })

  const all = useMutation({
    mutationFn: (upTo: string) => notificationCalls.readAll.call({ upTo }),
    onSuccess: ({ message }) => toast.success(message),
    ...after,
  })

  return { one, all }
}

type Shown = (typeof SHOWN)[number]['value']

const SHOWN = [
  { value: 'all', label: 'All notifications' },
  { value: 'unread', label: 'Unread' },
  ...KIND_NAMES.map((value) => ({ value, label: KINDS[value].label })),
] as const

const toFilter = (shown: Shown) =>
  shown === 'all' ? {} : shown === 'unread' ? { unread: 'true' as const } : { kind: shown }

/** Marks the displayed notifications as read when the member leaves the screen. */
function useReadOnLeaving(displayed: readonly NotificationView[]) {
  const latest = useRef(displayed)
  useEffect(() => {
    latest.current = displayed
  })
  useEffect(
    () => () => {
      const [newest, oldest] = [latest.current[0], latest.current.at(-1)]
      if (newest && oldest && latest.current.some(({ readAt }) => readAt === null))
        void notificationCalls.readAll
          .call({ upTo: newest.number, from: oldest.number })
          .catch(() => undefined) // they stay unread, and the next visit marks them
    },
    [],
  )
}

const NONE: readonly NotificationView[] = []

const useNotifications = (shown: Shown) =>
  useInfiniteQuery(
    notificationCalls.list.infiniteOptions({
      input: (before: string | undefined) => ({ ...toFilter(shown), ...(before && { before }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ data }) => (data.more ? data.notifications.at(-1)?.number : undefined),
    }),
  )

function NotificationsPanel() {
  const [shown, setShown] = useState<Shown>('all')
  const notificationsQuery = useNotifications(shown)
  const { one, all } = useReading()
  const notifications =
    notificationsQuery.data?.pages.flatMap(({ data }) => data.notifications) ?? NONE
  useReadOnLeaving(shown === 'all' ? notifications : NONE)

  if (!notificationsQuery.data)
    return (
      <Panel title="Recent notifications">
        {notificationsQuery.isError ? (
          <ReadFailed onRetry={notificationsQuery.refetch} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </Panel>
    )

  const newest = notifications[0]
  const unread = notificationsQuery.data.pages[0]?.data.unread ?? 0

  return (
    <Panel
      title="Recent notifications"
      flush
      aside={
        <div className={styles.tools}>
          {newest && unread > 0 && shown === 'all' && (
            <Button
              size="sm"
              onClick={() => all.mutate(newest.number)}
              pending={all.isPending}
              pendingLabel="Marking..."
            >
              Mark all as read
            </Button>
          )}
          <ShownField value={shown} onChange={setShown} />
        </div>
      }
      foot={
        notificationsQuery.hasNextPage ? (
          <Button
            size="sm"
            onClick={() => void notificationsQuery.fetchNextPage()}
            pending={notificationsQuery.isFetchingNextPage}
            pendingLabel="Loading..."
          >
            Show older notifications
          </Button>
        ) : undefined
      }
    >
      {newest ? (
        <NotificationList notifications={notifications} onRead={(id) => one.mutate(id)} />
      ) : (
        <NoNotifications filtered={shown !== 'all'} />
      )}
    </Panel>
  )
}

type ShownProps = { value: Shown; onChange: (value: Shown) => void }

const ShownField = ({ value, onChange }: ShownProps) => (
  <SelectField
    label="Show"
    name="shown"
    value={value}
    options={SHOWN}
    onChange={(event) => onChange(event.currentTarget.value as Shown)}
  />
)

const NoNotifications = ({ filtered }: { filtered: boolean }) => (
  <EmptyState icon={bell}>
    {filtered
      ? 'No notifications here.'
      : 'No notifications yet. Account activity will appear here.'}
  </EmptyState>
)
