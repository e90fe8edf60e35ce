import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { RESERVES_MEANING } from '../model/reserves.ts'
import { AddReserve } from './add-reserve.tsx'
import { type ReserveLine, treasuryCalls } from './calls.tsx'
import { ProveReserve } from './prove-reserve.tsx'
import { ReservesTable } from './reserves-table.tsx'

/** Displays the reserve addresses, and to those who may, what proves them. */
export function ReservesPanel({ may }: { may: boolean }) {
  const reserves = useQuery(treasuryCalls.reserves.queryOptions())
  const [adding, setAdding] = useState(false)
  const [provingId, setProvingId] = useState<string>()
  const [retiring, setRetiring] = useState<ReserveLine>()
  const proving = reserves.data?.data.find(({ _id }) => _id === provingId)

  return (
    <Panel
      title="Reserves"
      aside={may && <Button onClick={() => setAdding(true)}>Add address…</Button>}
      foot={RESERVES_MEANING}
      flush
    >
      <ReservesTable
        lines={reserves.data?.data}
        failed={reserves.isError && !reserves.data}
        onRetry={() => void reserves.refetch()}
        actions={
          may ? { onProve: ({ _id }) => setProvingId(_id), onRetire: setRetiring } : undefined
        }
      />
      {adding && <AddReserve onClose={() => setAdding(false)} />}
      {proving && <ProveReserve one={proving} onClose={() => setProvingId(undefined)} />}
      {retiring && <RetireReserve one={retiring} onClose={() => setRetiring(undefined)} />}
    </Panel>
  )
}

function RetireReserve({ one, onClose }: { one: ReserveLine; onClose: () => void }) {
  const form = useToastAction(
    () => treasuryCalls.retireReserveAddress.call({ id: one._id }),
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
        <span className="anywhere">{one.address}</span> is no longer listed or counted as a reserve.
        Its statements stay in the records.
      </p>
    </FormDialog>
  )
}
