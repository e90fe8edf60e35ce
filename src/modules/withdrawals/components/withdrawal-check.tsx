import { useEffect, useRef } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents } from '#lib/money.ts'
import { formatPositionName } from '#modules/plans/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Columns, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { WithdrawalPreview } from './calls.tsx'
import { HowLong } from './how-long.tsx'
import { WithdrawalDestination } from './withdrawal-destination.tsx'
import { WithdrawalEffects } from './withdrawal-effects.tsx'

type Props = {
  preview: WithdrawalPreview
  onBack: () => void
  onSend: () => Promise<void>
}

/** Shows the server's preview of a withdrawal to confirm or edit. */
export function WithdrawalCheck({ preview, onBack, onSend }: Props) {
  const form = useFormAction(onSend)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const { parts, amount } = preview

  return (
    <Columns
      rail={
        <Panel title="You receive">
          <WithdrawalSums preview={preview} />
        </Panel>
      }
    >
      <h2 ref={heading} tabIndex={-1}>
        Review your withdrawal of <Money amount={amount} />
      </h2>
      <Panel title="Destination and timing">
        <WithdrawalDestination preview={preview} />
      </Panel>
      {parts.length > 0 && <WithdrawalEffects parts={parts} />}
      <Callout title="Crypto transfers can’t be reversed.">
        <p>
          You can cancel until we approve it, and the money goes back where it came from
          {parts.length > 0 &&
            '. The exception: if a plan records a loss, closes or your investment matures in the ' +
              'meantime, the amount taken from it stays in cash, and what it has accrued ' +
              'until today is retained'}
          . Once sent, a payment can’t be recovered. Check the highlighted characters of the address
          against your wallet.
        </p>
      </Callout>
      <Form wide errors={form.errors.map(({ message }) => ({ message }))} onSubmit={form.onSubmit}>
        <FormActions>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={form.pending}
            pendingLabel="Processing..."
          >
            Request withdrawal
          </Button>
          <Button size="lg" onClick={onBack}>
            Edit
          </Button>
        </FormActions>
      </Form>
      <HowLong />
    </Columns>
  )
}

function WithdrawalSums({ preview }: { preview: WithdrawalPreview }) {
  const { source, fromCash, parts, fee, arrives, coinAmount, coin } = preview
  return (
    <Stack tight>
      <KeyValues
        rows={[
          ...(toCents(fromCash) > 0n
            ? [
                {
                  label: source === 'profit' ? 'From profit' : 'From cash',
                  value: <Money amount={fromCash} />,
                },
              ]
            : []),
          ...parts.map(({ plan, family, openedOn, amount }) => ({
            label: `From ${formatPositionName({ plan: { name: plan, family }, openedOn })}`,
            value: <Money amount={amount} />,
          })),
          { label: 'Fee', value: <Money amount={-toCents(fee)} /> },
        ]}
        total={{ label: 'You receive', value: <Money amount={arrives} /> }}
      />
      <p className="meta muted">
        {coinAmount && (
          <>
            About <Money amount={coinAmount} unit={coin} /> at the current rate.{' '}
          </>
        )}
        Paid in {coin} at the rate when approved. There are no other fees or payments.
      </p>
    </Stack>
  )
}
