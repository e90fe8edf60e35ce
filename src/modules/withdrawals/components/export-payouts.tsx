import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { downloadSimple } from '#ui/icons.ts'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type PayoutBatches, withdrawalCalls } from './calls.tsx'

/** Returns the address of a batch's file. */
export const getBatchFilePath = (id: string) => `/api/admin/payout-batches/${id}/file`

/** Exports the approved withdrawals that are in no batch, for the wallet that pays them. */
export function ExportPayouts() {
  const { data } = useQuery(withdrawalCalls.batches.queryOptions())
  const [open, setOpen] = useState(false)
  const may = usePermission('payout-batch.export')
  const next = data?.data.next
  if (!may) return null

  return (
    <>
      <Button icon={downloadSimple} done={!next || next.count === 0} onClick={() => setOpen(true)}>
        Payout batch ({next?.count ?? 0})
      </Button>
      {open && next && <ExportDialog next={next} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { next: PayoutBatches['next']; onClose: () => void }

function ExportDialog({ next, onClose }: DialogProps) {
  const queries = useQueryClient()
  const { save } = useSaveFile(toast.error)
  const form = useFormAction(async () => {
    const { status, body } = await withdrawalCalls.exportBatch.call()
    toast.success(body.message)
    if (status === 200) await save(getBatchFilePath(body.data._id))
    onClose()
    void queries.invalidateQueries()
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Export a payout batch?"
      effects={[
        { label: 'Approved withdrawals', value: String(next.count) },
        { label: 'Total', value: <Money amount={next.sum} /> },
      ]}
      actionLabel={next.needsSecondAdmin ? 'Request approval' : 'Export batch'}
      acting="Exporting..."
      {...form}
    >
      <p>
        Each withdrawal can be exported once. After that it can’t be rejected, and cancelling the
        batch needs two admins. You can download the file again.
      </p>
      {next.needsSecondAdmin && (
        <p>Another admin has to approve this batch before its file can be downloaded.</p>
      )}
    </FormDialog>
  )
}
