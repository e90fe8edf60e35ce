import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { administrationCalls, type PoolAddress } from './calls.tsx'

export function RetireAddress({
  sourceId,
  address: { address, state },
  onClose,
}: {
  sourceId: string
  address: PoolAddress
  onClose: () => void
}) {
  const form = useToastAction(
    () => administrationCalls.retirePoolAddress.call({ id: sourceId, address }),
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Retire this address?"
      actionLabel="Retire address"
      acting="Loading...."
      danger
      {...form}
    >
      <p>
        No further deposit gets <span className="mono anywhere">{address}</span>. Payments to it are
        still detected. To use it again, propose a new pool.
      </p>
      {state === 'lent' && <p>The deposit that has it now is still paid there.</p>}
    </FormDialog>
  )
}
