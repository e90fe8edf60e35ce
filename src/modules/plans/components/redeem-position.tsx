import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents } from '#lib/money.ts'
import { parsePlainAmount, parseTypedDollars } from '#lib/typed-amount.ts'
import { getErrorMessage } from '#platform/client/call-error.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { formatDayCount } from '../model.ts'
import { type PositionTimeline, planCalls } from './calls.tsx'
import { OwnRedemptionNotices } from './own-redemption-notices.tsx'

/**
 * Redeems a part of a position, after showing its effect; by notice where the plan has a notice
 * period.
 */
export function TakeOut({ position }: { position: PositionTimeline }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const amount = parsePlainAmount(typed) ?? ''
  const isNoticeRequired = position.noticePeriodDays > 0
  const form = useFormAction(async () => {
    const { message } = await planCalls.giveRedemptionNotice.call({ id: position._id, amount })
    toast.success(message)
    setTyped('')
    void queries.invalidateQueries()
  })

  return (
    <Panel title={isNoticeRequired ? 'Give notice' : 'Withdraw from this investment'}>
      <Stack tight>
        <p className="small muted">{position.liquidity}</p>
        <Form errors={form.errors} onSubmit={form.onSubmit}>
          <MoneyField
            label="Amount"
            name="amount"
            value={typed}
            onChange={setTyped}
            hint={
              <>
                <Money amount={position.remaining} /> invested
                {toCents(position.pendingRedemption) > 0n && (
                  <>
                    , of which <Money amount={position.pendingRedemption} /> is under notice
                  </>
                )}
                .
              </>
            }
          />
          <Effect positionId={position._id} amount={amount} />
          <FormActions>
            {isNoticeRequired ? (
              <Button
                type="submit"
                variant="primary"
                pending={form.pending}
                pendingLabel="Giving notice…"
              >
                Give {formatDayCount(position.noticePeriodDays)}
                {position.noticePeriodDays === 1 ? '’s' : '’'} notice
              </Button>
            ) : (
              <ButtonLink to="/dashboard/withdraw-balance">Withdraw</ButtonLink>
            )}
          </FormActions>
        </Form>
        {isNoticeRequired && <OwnRedemptionNotices positionId={position._id} />}
      </Stack>
    </Panel>
  )
}

/** Shows the effect of a redemption before it is confirmed. Renders nothing without an amount. */
function Effect({ positionId, amount }: { positionId: string; amount: string }) {
  const isAmount = (parseTypedDollars(amount) ?? 0n) > 0n
  const { data, error } = useQuery({
    ...planCalls.redemption.queryOptions({ input: { id: positionId, amount } }),
    enabled: isAmount,
    placeholderData: keepPreviousData,
  })

  if (!isAmount) return null

  if (error)
    return (
      <Callout tone="error" live>
        {getErrorMessage(error)}
      </Callout>
    )

  if (!data) return null

  const { stays, accrued, accruesUntil, target, forgoneTarget } = data.data

  return (
    <KeyValues
      rows={[
        { label: 'Remaining invested', value: <Money amount={stays} /> },
        { label: 'Withdrawn amount accrues until', value: <CalendarDay day={accruesUntil} /> },
        { label: 'Accrued to date (estimate)', value: <Money amount={accrued} /> },
        { label: 'Due at maturity if the target is met', value: <Money amount={target} /> },
        {
          label: 'Target return forgone',
          value: <Money amount={`-${forgoneTarget}`} coloured />,
        },
      ]}
    />
  )
}
