import { useState } from 'react'
import type { signProposal } from '#modules/identity/components/sign-approval.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { StaffDeposit } from './calls.tsx'

/** The values staff enter about a payment, with the figures that the preview showed for it. */
export type ArrivalFormValues = {
  received?: string
  txid?: string
  arrivedAt?: string
  credited?: string
  invested?: string
  /** The answer of the admin's approval key, where another admin has proposed the credit. */
  signature?: Awaited<ReturnType<typeof signProposal>>
}

/** Returns the entered UTC time of a `datetime-local` field as an instant; nothing when empty. */
export const toInstantText = (local: string | undefined) => (local ? `${local}Z` : undefined)

type ArrivalFieldsProps = {
  deposit: StaffDeposit
  needed: boolean
  onReceived: (received: string) => void
  onArrivedAt: (arrivedAt: string) => void
}

/**
 * The fields for what arrived, and when. In the sandbox the quoted amount arrives unless staff
 * enter another.
 */
export function ArrivalFields({ deposit, needed, onReceived, onArrivedAt }: ArrivalFieldsProps) {
  const { coin, coinAmount, arrivedAt, observed } = deposit
  const [open, setOpen] = useState(false)
  const quoted = <Money amount={coinAmount} unit={coin} />

  if (!open && !needed)
    return (
      <p>
        The quoted {quoted} is recorded with a simulated receipt.{' '}
        <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
          Different amount received
        </Button>
      </p>
    )

  return (
    <>
      <MoneyField
        label={`Amount received, ${coin}`}
        name="received"
        currency={coin}
        hint={`Leave empty for the quoted ${coinAmount}. The amount received is credited.`}
        optional
        onChange={onReceived}
      />
      <ArrivalTimeField needed={needed && arrivedAt === null} onArrivedAt={onArrivedAt} />
      <TextField
        label="Transaction ID"
        name="txid"
        optional={!needed}
        defaultValue={needed ? (observed ?? '') : ''}
        hint="Each payment can be used only once."
      />
    </>
  )
}

type ArrivalTimeProps = { needed: boolean; onArrivedAt?: (arrivedAt: string) => void }

/** The field for when a payment was first seen, which decides its rate. */
export const ArrivalTimeField = ({ needed, onArrivedAt }: ArrivalTimeProps) => (
  <TextField
    label="First seen, UTC"
    name="arrivedAt"
    type="datetime-local"
    step={1}
    optional={!needed}
    hint={
      'When the payment first appeared in the mempool, a block or at the bank. ' +
      'This sets the rate.'
    }
    onChange={(event) => onArrivedAt?.(event.currentTarget.value)}
  />
)
