import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { StaffDeposit } from './calls.tsx'

export type ArrivalFormValues = { received?: string; txid?: string }

type ArrivalFieldsProps = {
  deposit: StaffDeposit
  needed: boolean
  onReceived: (received: string) => void
}

/**
 * The fields for what arrived. In the sandbox the quoted amount arrives unless staff enter another.
 */
export function ArrivalFields({
  deposit: { coin, coinAmount },
  needed,
  onReceived,
}: ArrivalFieldsProps) {
  const [open, setOpen] = useState(false)
  if (!open && !needed)
    return (
      <p>
        Exactly the quoted <Money amount={coinAmount} unit={coin} scale={0} /> arrives, through a
        simulated receipt.{' '}
        <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
          Something else arrived
        </Button>
      </p>
    )

  return (
    <>
      <MoneyField
        label={`What arrived, in ${coin}`}
        name="received"
        currency={coin}
        hint={`Empty means the quoted ${coinAmount}. The amount that arrived is credited.`}
        optional
        onLeave={onReceived}
      />
      <TextField
        label="Transaction id"
        name="txid"
        optional={!needed}
        hint="A payment is used once."
      />
    </>
  )
}
