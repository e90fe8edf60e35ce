import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { backofficeCalls } from '../../components/calls.tsx'

type Choice = Parameters<typeof backofficeCalls.chooseStaffNotifications.call>[0]

const DELIVERIES: readonly { value: Choice['delivery']; label: string }[] = [
  { value: 'now', label: 'At once' },
  { value: 'daily', label: 'Daily summary, 06:00 UTC' },
  { value: 'off', label: 'Off' },
]

/** The times at which the signed-in staff member is emailed about work. */
export default function Notifications() {
  const choices = useQuery(backofficeCalls.staffNotifications.queryOptions())
  const queries = useQueryClient()
  const choose = useMutation({
    mutationFn: (choice: Choice) => backofficeCalls.chooseStaffNotifications.call(choice),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: backofficeCalls.staffNotifications.key() }),
  })

  const events = choices.data?.data

  return (
    <Stack>
      <PageTitle>Notifications</PageTitle>
      <PageHeading
        back={<BackLink to="/admin-dashboard">Back to dashboard</BackLink>}
        title="Notifications"
        lead="Emails about work that your role can act on."
      />
      <Panel title="Notification settings">
        {choices.isError && !events && <ReadFailed onRetry={() => void choices.refetch()} />}
        {!events && !choices.isError && <SkeletonLines lines={4} />}
        {events?.length === 0 && (
          <p className="muted">Your role is view-only, so you get no emails about work.</p>
        )}
        {events && events.length > 0 && (
          <Stack tight>
            {events.map(({ event, label, text, delivery }) => (
              <SelectField
                key={event}
                label={label}
                name={event}
                hint={text}
                options={DELIVERIES}
                value={delivery}
                disabled={choose.isPending}
                onChange={({ currentTarget: { value } }) => {
                  const chosen = DELIVERIES.find((one) => one.value === value)
                  if (chosen) choose.mutate({ event, delivery: chosen.value })
                }}
              />
            ))}
          </Stack>
        )}
      </Panel>
    </Stack>
  )
}
