import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Form } from '#ui/form/form.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type OwnRedemptionNotice, planCalls } from './calls.tsx'
import styles from './own-redemption-notices.module.css'

/** Lists the pending notices of a position with their queue positions; each can be cancelled. */
export function OwnRedemptionNotices({ positionId }: { positionId: string }) {
  const { data } = useQuery(planCalls.redemptionNotices.queryOptions())
  const waiting = data?.data.filter(
    ({ position, status }) => position === positionId && status === 'waiting',
  )
  if (!waiting?.length) return null

  return (
    <ul className={styles.list} aria-label="Pending notices">
      {waiting.map((redemptionNotice) => (
        <RedemptionNoticeItem key={redemptionNotice._id} redemptionNotice={redemptionNotice} />
      ))}
    </ul>
  )
}

function RedemptionNoticeItem({ redemptionNotice }: { redemptionNotice: OwnRedemptionNotice }) {
  const queries = useQueryClient()
  const form = useFormAction(async () => {
    const { message } = await planCalls.cancelRedemptionNotice.call({ id: redemptionNotice._id })
    toast.success(message)
    void queries.invalidateQueries()
  })

  return (
    <li>
      <div>
        <b>
          <Money amount={redemptionNotice.amount} />
        </b>{' '}
        becomes cash on <CalendarDay day={redemptionNotice.endsOn} />
        <p className="meta muted">
          Notice given <CalendarDay day={redemptionNotice.requestedOn} />
          {redemptionNotice.place && `, number ${redemptionNotice.place} in the plan’s queue`}
        </p>
      </div>
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <Button type="submit" size="sm" pending={form.pending} pendingLabel="Cancelling…">
          {' '}
          Cancel notice{' '}
        </Button>
      </Form>
    </li>
  )
}
