import { useState } from 'react'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { BatchDialog, type BatchDialogKind } from './batch-dialogs.tsx'
import type { PayoutBatchDetails } from './calls.tsx'

/** Returns the address of a batch's file. */
export const getBatchFilePath = (id: string) => `/api/admin/payout-batches/${id}/file`

type NextAction = { text: string; primary?: { kind: BatchDialogKind; label: string } }

/** Returns what comes next for a batch, and the action that leads there. */
function findNextAction(batch: PayoutBatchDetails): NextAction {
  const [transaction] = batch.transactions
  const isBitcoin = batch.kind === 'psbt'

  if (batch.exporting || batch.cancelling) return { text: 'Waiting for another admin’s approval.' }
  if (batch.status === 'created')
    return {
      text: 'Export the batch as the file that your wallet signs.',
      primary: { kind: 'export', label: 'Export batch…' },
    }
  if (batch.status === 'completed') return { text: 'All withdrawals in this batch are paid.' }
  if (batch.status === 'cancelled') return { text: 'Its unpaid withdrawals can join a new batch.' }
  if (!isBitcoin)
    return {
      text:
        'Send the payments, then enter their transaction IDs. The batch is completed when the ' +
        'blockchain confirms them.',
      primary: { kind: 'transactions', label: 'Enter transaction IDs…' },
    }
  if (batch.status === 'dropped')
    return {
      text: 'The transaction is no longer on the network.',
      primary: { kind: 'send', label: 'Send again…' },
    }
  if (batch.status === 'seen' || batch.status === 'confirming')
    return { text: 'Waiting for confirmations. The withdrawals complete automatically.' }
  if (transaction?.signedAt && !transaction.sentAt)
    return {
      text: 'The signed transaction pays exactly this batch.',
      primary: { kind: 'send', label: 'Send transaction…' },
    }
  if (transaction?.sentAt) return { text: 'Sent. Waiting for the network to show it.' }

  return {
    text: 'Sign the transaction with your wallet, then upload the result.',
    primary: { kind: 'signed', label: 'Upload signed transaction…' },
  }
}

/** The next action of a batch as one primary button, and the others beside it. */
export function BatchActions({ batch }: { batch: PayoutBatchDetails }) {
  const may = usePermission('payout-batch.export')
  const [open, setOpen] = useState<BatchDialogKind>()
  const { saving, save } = useSaveFile(toast.error)
  const { text, primary } = findNextAction(batch)
  if (!may)
    return (
      <>
        <p>{text}</p>
        {may === false && <p>{describeDeciders('payout-batch.export')}</p>}
      </>
    )

  const hasFile = batch.exportedAt !== null && batch.status !== 'cancelled'

  return (
    <>
      <p>{text}</p>
      <FormActions>
        {primary && (
          <Button variant="primary" onClick={() => setOpen(primary.kind)}>
            {primary.label}
          </Button>
        )}
        {hasFile && (
          <Button
            pending={saving}
            pendingLabel="Loading...."
            onClick={() => void save(getBatchFilePath(batch._id))}
          >
            Download file
          </Button>
        )}
        {isReplaceable(batch) && <Button onClick={() => setOpen('replace')}>Raise the fee…</Button>}
        {batch.cancellable && !batch.cancelling && (
          <Button onClick={() => setOpen('cancel')}>Cancel batch…</Button>
        )}
      </FormActions>
      {open && <BatchDialog kind={open} batch={batch} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const isReplaceable = ({ kind, status, transactions }: PayoutBatchDetails): boolean =>
  kind === 'psbt' &&
  ['exported', 'signed', 'seen', 'dropped'].includes(status) &&
  transactions.length > 0
