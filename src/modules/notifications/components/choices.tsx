import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '#platform/client/call-error.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { notificationCalls, type ShownChoice } from './calls.tsx'
import styles from './choices.module.css'

const CHANNELS = [
  { channel: 'app', label: 'In app' },
  { channel: 'mail', label: 'Email' },
] as const

/**
 * Displays the choices of kind and channel; each checkbox is sent when it changes, and locked ones
 * are disabled.
 */
export function NotificationChoices() {
  const choices = useQuery(notificationCalls.choices.queryOptions())
  const queries = useQueryClient()
  const choose = useMutation({
    mutationFn: (wish: { kind: string; channel: string; enabled: boolean }) =>
      notificationCalls.choose.call({ choices: [wish] }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) =>
      toast.error(error instanceof CallError ? error.message : 'Something went wrong'),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationCalls.choices.key() }),
  })

  return (
    <Panel title="Notification settings" flush>
      {choices.data ? (
        choices.data.data.map((kind) => (
          <Kind key={kind.kind} kind={kind} busy={choose.isPending} onChoose={choose.mutate} />
        ))
      ) : choices.isError ? (
        <ReadFailed onRetry={choices.refetch} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Panel>
  )
}

type KindProps = {
  kind: ShownChoice
  busy: boolean
  onChoose: (wish: { kind: string; channel: string; enabled: boolean }) => void
}

function Kind({ kind, busy, onChoose }: KindProps) {
  return (
    <fieldset className={styles.kind}>
      <legend>{kind.label}</legend>
      <p className="small muted">
        {kind.text} {kind.locked && 'Always on, for your security.'}
      </p>
      <div className={styles.boxes}>
        {CHANNELS.map(({ channel, label }) => (
          <label key={channel}>
            <input
              type="checkbox"
              checked={kind[channel]}
              disabled={kind.locked || busy}
              onChange={(event) =>
                onChoose({ kind: kind.kind, channel, enabled: event.target.checked })
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
