import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAct } from '#modules/identity/components/use-act.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { DayOf } from '#ui/figures/when.tsx'
import { Form } from '#ui/form/form.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type OwnNotice, planCalls } from './calls.tsx'
import styles from './own-notices.module.css'

/** Notices of this position that wait, with their place in the queue; each can be taken back. */
export function OwnNotices({ positionId }: { positionId: string }) {
  const { data } = useQuery(planCalls.notices.queryOptions())
  const waiting = data?.data.filter(
    ({ position, status }) => position === positionId && status === 'waiting',
  )
  if (!waiting?.length) return null

  return (
    <ul className={styles.list} aria-label="Notices that wait">
      {waiting.map((notice) => (
        <NoticeItem key={notice._id} notice={notice} />
      ))}
    </ul>
  )
}

function NoticeItem({ notice }: { notice: OwnNotice }) {
  const queries = useQueryClient()
  const form = useAct(async () => {
    const { message } = await planCalls.cancelNotice.call({ id: notice._id })
    toast.success(message)
    void queries.invalidateQueries()
  })

  return (
    <li>
      <div>
        <b>
          <Money amount={notice.amount} />
        </b>{' '}
        is cash on <DayOf day={notice.endsOn} />
        <p className="meta muted">
          Given <DayOf day={notice.givenOn} />
          {notice.place && `, number ${notice.place} in the queue of the plan`}
        </p>
      </div>
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <Button type="submit" size="sm" pending={form.pending} pendingLabel="Taking back…">
          Take back
        </Button>
      </Form>
    </li>
  )
}
