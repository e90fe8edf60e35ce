import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { bell } from '#ui/icons.ts'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { notificationCalls } from '../../components/calls.tsx'
import { NotificationChoices } from '../../components/choices.tsx'
import { NotificationList } from '../../components/notification-list.tsx'

export default function Notifications() {
  return (
    <Stack>
      <PageTitle>Notifications</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Notifications"
        lead="What happened in your account. Notifications are stored for a year."
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

function NotificationsPanel() {
  const notificationsQuery = useInfiniteQuery(
    notificationCalls.list.infiniteOptions({
      input: (before: string | undefined) => ({ ...(before && { before }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ data }) => (data.more ? data.notifications.at(-1)?.number : undefined),
    }),
  )

  const { one, all } = useReading()

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

  const notifications = notificationsQuery.data.pages.flatMap(({ data }) => data.notifications)
  const newest = notifications[0]
  const unread = notificationsQuery.data.pages[0]?.data.unread ?? 0

  return (
    <Panel
      title="Recent notifications"
      flush
      aside={
        newest && unread > 0 ? (
          <Button
            size="sm"
            onClick={() => all.mutate(newest.number)}
            pending={all.isPending}
            pendingLabel="Marking..."
          >
            Mark all as read
          </Button>
        ) : undefined
      }
      foot={
        notificationsQuery.hasNextPage ? (
          <Button
            size="sm"
            onClick={() => void notificationsQuery.fetchNextPage()}
            pending={notificationsQuery.isFetchingNextPage}
            pendingLabel="Loading..."
          >
            Show older ones
          </Button>
        ) : undefined
      }
    >
      {newest ? (
        <NotificationList notifications={notifications} onRead={(id) => one.mutate(id)} />
      ) : (
        <EmptyState icon={bell}>Nothing yet. Events in your account will appear here.</EmptyState>
      )}
    </Panel>
  )
}
