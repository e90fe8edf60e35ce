import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import styles from './security.module.css'
import { getSecurityCalls, type Kind, type MySession } from './security-calls.tsx'

/** Displays the open sessions, and the actions that end them. */
export function SessionsPanel({ kind }: { kind: Kind }) {
  const calls = getSecurityCalls(kind)
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(calls.sessions.queryOptions())
  const [ending, setEnding] = useState<string | null>(null)
  const end = async (which: string, call: () => Promise<{ message: string }>) => {
    setEnding(which)

    try {
      toast.success((await call()).message)
      await queries.invalidateQueries({ queryKey: calls.sessions.key() })
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setEnding(null)
    }
  }

  const sessions = data?.data
  const others = (sessions?.length ?? 0) > 1

  return (
    <Panel
      title="Active sessions"
      aside={
        others && (
          <Button
            size="sm"
            pending={ending === 'others'}
            pendingLabel="Ending..."
            onClick={() => void end('others', () => calls.endOthers.call())}
          >
            End all other sessions
          </Button>
        )
      }
    >
      {isError && !data && <ReadFailed onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonLines lines={3} />}
      {sessions && (
        <ul className={styles.list}>
          {sessions.map((session) => (
            <Row
              key={session._id}
              session={session}
              ending={ending === session._id}
              onEnd={() => void end(session._id, () => calls.endSession.call({ id: session._id }))}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

type RowProps = { session: MySession; ending: boolean; onEnd: () => void }

function Row({
  session: { device, near, lastUsedAt, createdAt, current },
  ending,
  onEnd,
}: RowProps) {
  return (
    <li>
      <div>
        <p className="strong">
          {device} {current && <Tag tone="info">This device</Tag>}
        </p>
        <p className="meta muted">
          IP {near}. Logged in <When at={createdAt} />, last active <When at={lastUsedAt} />.
        </p>
      </div>
      {!current && (
        <Button
          size="sm"
          pending={ending}
          pendingLabel="Ending..."
          aria-label={`End the session of ${device}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  )
}
