import { useEffect, useRef } from 'react'
import { useAct } from '#modules/identity/components/use-act.tsx'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { Address } from '#ui/figures/address.tsx'
import { Money } from '#ui/figures/money.tsx'
import { DayOf, When } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Notice } from '#ui/status/notice.tsx'
import { centsOf } from '../model.ts'
import type { WithdrawalPreview } from './calls.tsx'
import { HowLong } from './how-long.tsx'

type Props = {
  preview: WithdrawalPreview
  onBack: () => void
  onSend: () => Promise<void>
}

/** All that a request means, as the server says, and what can't be undone; sent from here, or changed. */
export function WithdrawalCheck({ preview, onBack, onSend }: Props) {
  const form = useAct(onSend)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { parts, amount } = preview
  return (
    <Form errors={form.errors.map(({ message }) => ({ message }))} onSubmit={form.onSubmit}>
      <h2 ref={heading} tabIndex={-1}>
        Check your withdrawal of <Money amount={amount} />
      </h2>
      <Panel title="What arrives">
        <Sums preview={preview} />
      </Panel>
      {parts.length > 0 && (
        <Panel title="What it does to your positions">
          <Stack tight>
            {parts.map((part) => (
              <Effect key={part.position} part={part} />
            ))}
          </Stack>
        </Panel>
      )}
      <Panel title="Where it goes, and when">
        <Destination preview={preview} />
      </Panel>
      <Notice title="What can’t be undone.">
        <p>
          You can cancel until we have approved it, and get everything back as it was. Once it is sent,
          neither we nor anyone can bring it back: compare the marked groups of the address with your wallet.
        </p>
      </Notice>
      <FormActions>
        <Button type="submit" variant="primary" size="lg" pending={form.pending} pendingLabel="Processing...">
          Request withdrawal
        </Button>
        <Button size="lg" onClick={onBack}>
          Change something
        </Button>
      </FormActions>
      <HowLong />
    </Form>
  )
}

function Sums({ preview }: { preview: WithdrawalPreview }) {
  const { source, fromCash, parts, fee, arrives, coinAmount, coin } = preview
  return (
    <Stack tight>
      <KeyValues
        rows={[
          ...(centsOf(fromCash) > 0n
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
          { label: 'Fee', value: <Money amount={`-${fee}`} /> },
        ]}
        total={{ label: 'Arrives', value: <Money amount={arrives} /> }}
      />
      <p className="meta muted">
        {coinAmount && (
          <>
            About <Money amount={coinAmount} unit={coin} scale={0} /> at the rate of now.{' '}
          </>
        )}
        The coin is fixed at the rate of the moment it is approved. Nothing else is asked of you before or
        after.
      </p>
    </Stack>
  )
}

const Effect = ({ part }: { part: WithdrawalPreview['parts'][number] }) => (
  <p>
    <b>
      {part.plan}, opened <DayOf day={part.openedOn} />
    </b>
    <br />
    <Money amount={part.amount} /> stops accruing today; <Money amount={part.stays} /> goes on. The{' '}
    <Money amount={part.accrued} /> accrued so far stay an estimate and fall due on{' '}
    <DayOf day={part.maturesOn} /> at the earliest. If the plan meets its target,{' '}
    <Money amount={part.target} /> falls due then: <Money amount={part.givenUp} /> less than without this
    withdrawal.
  </p>
)

function Destination({ preview }: { preview: WithdrawalPreview }) {
  const { payment_method, wallet_address, network, newAddress, cooling, payableFrom, place, expectedBy } =
    preview
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
          value: `Number ${place} of those that wait`,
        },
        ...(cooling ? [{ label: 'The address can be paid from', value: <When at={payableFrom} /> }] : []),
        { label: 'We state that it is paid by', value: <When at={expectedBy} /> },
      ]}
    />
  )
}
