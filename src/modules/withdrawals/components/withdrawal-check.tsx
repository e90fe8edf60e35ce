import { useEffect, useRef } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents } from '#lib/money.ts'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { Address } from '#ui/figures/address.tsx'
import { Money } from '#ui/figures/money.tsx'
import { DayOf, When } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { Columns, Grid, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { WithdrawalPreview } from './calls.tsx'
import { HowLong } from './how-long.tsx'

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
          <Sums preview={preview} />
        </Panel>
      }
    >
      <h2 ref={heading} tabIndex={-1}>
        Check your withdrawal of <Money amount={amount} />
      </h2>
      <Panel title="Where it goes, and when">
        <Destination preview={preview} />
      </Panel>
      {parts.length > 0 && <Effects parts={parts} />}
      <Callout title="What can’t be undone.">
        <p>
          You can cancel until we have approved it, and get everything back as it was. Once it is
          sent, neither we nor anyone can bring it back: compare the marked groups of the address
          with your wallet.
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

function Sums({ preview }: { preview: WithdrawalPreview }) {
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

type Part = WithdrawalPreview['parts'][number]

const Effects = ({ parts }: { parts: readonly Part[] }) => (
  <Panel
    title="What it does to your positions"
    foot={
      <p>
        What is taken out stops accruing today. Accrued is an estimate: it falls due on the day the
        investment date is complete, and is paid only out of income recorded for the plan.
      </p>
    }
  >
    <Grid>
      {parts.map((part) => (
        <div key={part.position}>
          <h3 className="small strong">
            {part.plan}, opened <DayOf day={part.openedOn} />
          </h3>
          <KeyValues
            rows={[
              { label: 'Taken out', value: <Money amount={part.amount} /> },
              { label: 'Continues to accrue', value: <Money amount={part.stays} /> },
              { label: 'Accrued so far, retained', value: <Money amount={part.accrued} /> },
              {
                label: (
                  <>
                    Target on <DayOf day={part.maturesOn} />, not promised
                  </>
                ),
                value: <Money amount={part.target} />,
              },
              {
                label: 'Of the target given up',
                value: <Money amount={-toCents(part.forgoneTarget)} />,
              },
            ]}
          />
        </div>
      ))}
    </Grid>
  </Panel>
)

function Destination({ preview }: { preview: WithdrawalPreview }) {
  const {
    payment_method,
    wallet_address,
    network,
    newAddress,
    cooling,
    payableFrom,
    place,
    expectedBy,
  } = preview

  const { label, chain } = METHOD_FACTS[payment_method]

  return (
    <Details
      rows={[
        {
          label: `${label} address`,
          aside: newAddress ? 'New: it is saved with this request' : 'Compare the marked groups',
          value: <Address value={wallet_address} />,
        },
        { label: 'Network', value: network === 'testnet' ? `${chain}, a test network` : chain },
        {
          label: 'Your place',
          value: `Number ${place} in the queue`,
        },
        ...(cooling
          ? [{ label: 'The address can be paid from', value: <When at={payableFrom} /> }]
          : []),
        { label: 'We state that it is paid by', value: <When at={expectedBy} /> },
      ]}
    />
  )
}
