import { useEffect, useRef } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents } from '#lib/money.ts'
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

/**
 * All that a request means, as the server says, and what can't be undone; sent from here, or
 * changed.
 */
export function WithdrawalCheck({ preview, onBack, onSend }: Props) {
  const form = useFormAction(onSend)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const { parts, amount } = preview

  return (
    <Columns
      rail={
        <Panel title="What arrives">
          <WithdrawalSums preview={preview} />
        </Panel>
      }
    >
      <h2 ref={heading} tabIndex={-1}>
        Check your withdrawal of <Money amount={amount} />
      </h2>
      <Panel title="Where it goes, and when">
        <WithdrawalDestination preview={preview} />
      </Panel>
      {parts.length > 0 && <WithdrawalEffects parts={parts} />}
      <Callout title="What can’t be undone.">
        <p>
          You can cancel until we have approved it. Then everything is as it was
          {parts.length > 0 &&
            ', unless a plan recorded a loss, closed or reached the end of your term ' +
              'meanwhile: a ' +
              'part taken from it then stays cash, with what it had accrued until today'}
          . Once it is sent, neither we nor anyone can bring it back: compare the marked groups of
          the address with your wallet.
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
            Change something
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
          ...parts.map(({ plan, amount }) => ({
            label: `From your ${plan} position`,
            value: <Money amount={amount} />,
          })),
          { label: 'Fee', value: <Money amount={-toCents(fee)} /> },
        ]}
        total={{ label: 'Arrives', value: <Money amount={arrives} /> }}
      />
      <p className="meta muted">
        {coinAmount && (
          <>
            About <Money amount={coinAmount} unit={coin} scale={0} /> at the current rate.{' '}
          </>
        )}
        The coin is fixed at the rate of the moment it is approved. Nothing else is asked of you
        before or after.
      </p>
    </Stack>
  )
}
