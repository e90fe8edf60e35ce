import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import type { Currency } from '#lib/money.ts'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { listOthers } from './movement-fields.tsx'
import type { MovementForm } from './movement-form.tsx'
import { MovementInput } from './movement-input.tsx'
import { sendMovement } from './send-movement.tsx'

type Props = {
  movement: MovementForm
  /** The payment in suspense that the movement is about. */
  receipt?: { _id: string; amount: string; currency: Currency } | undefined
  onClose: () => void
}

/** The dialog of one treasury movement. A proposal opens under Approvals. */
export function MovementDialog({ movement, receipt, onClose }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const needsCoin = movement.fields.includes('coin-amount')
  const converts = movement.fields.includes('received')
  const [currency, setCurrency] = useState<Currency>(needsCoin || converts ? 'BTC' : 'USD')
  const [chosen, setReceived] = useState<Currency>('USD')
  const received =
    listOthers(currency).find((one) => one === chosen) ?? listOthers(currency)[0] ?? 'USD'
  const form = useFormAction(async (values) => {
    const { body } = await sendMovement(movement.name, values, receipt?._id)
    toast.success(body.message)
    onClose()
    await queries.invalidateQueries()
    if (body.data.state === 'waiting')
      await navigate(`/admin-dashboard/approvals?open=${body.data._id}`)
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title={movement.label}
      actionLabel="Continue"
      acting="Sending…"
      effects={receipt && [{ label: 'Payment', value: `${receipt.amount} ${receipt.currency}` }]}
      {...form}
    >
      <p>{movement.lead}</p>
      {movement.fields.map((field) => (
        <MovementInput
          key={field}
          {...{ field, currency, received, converts }}
          onCurrency={setCurrency}
          onReceived={setReceived}
        />
      ))}
    </FormDialog>
  )
}
