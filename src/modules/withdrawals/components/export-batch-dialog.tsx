import { useState } from 'react'
import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Money } from '#ui/figures/money.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { PayoutKind } from '../model.ts'
import { BitcoinDraftFields } from './bitcoin-draft.tsx'
import { withdrawalCalls } from './calls.tsx'
import { KIND_LABELS } from './payout-status.tsx'
import { type BatchDialogProps, useBatchAction } from './use-batch-action.tsx'

/** The dialog that exports a batch: as which file and, for Bitcoin, at which fee rate. */
export function ExportBatchDialog({ batch, onClose }: BatchDialogProps) {
  const { save } = useSaveFile(toast.error)
  const [kind, setKind] = useState<PayoutKind>(batch.kinds[0] ?? 'csv')
  const [feeRate, setFeeRate] = useState('')
  const form = useBatchAction(async ({ feeRate: shownRate }) => {
    const { status, body } = await withdrawalCalls.exportBatch.call({
      id: batch._id,
      kind,
      ...(kind === 'psbt' && shownRate && { feeRate: shownRate }),
    })
    if (status === 200) await save(`/api/admin/payout-batches/${batch._id}/file`)
    return body.message
  }, onClose)

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Export batch ${batch.number}?`}
      effects={[
        { label: 'Withdrawals', value: String(batch.count) },
        { label: 'Total', value: <Money amount={batch.sum} /> },
      ]}
      actionLabel={batch.needsSecondAdmin ? 'Request approval' : 'Export batch'}
      acting="Exporting..."
      {...form}
    >
      <SelectField
        label="Export as"
        name="kind"
        value={kind}
        onChange={(event) => setKind(event.target.value as PayoutKind)}
        options={batch.kinds.map((value) => ({ value, label: KIND_LABELS[value] }))}
      />
      {kind === 'psbt' && (
        <BitcoinDraftFields batchId={batch._id} feeRate={feeRate} onFeeRate={setFeeRate} />
      )}
      <p>
        Each withdrawal can be exported once. After that it can’t be rejected, and cancelling the
        batch needs two admins. You can download the file again.
      </p>
      {batch.needsSecondAdmin && (
        <p>Another admin has to approve this batch before its file can be downloaded.</p>
      )}
    </FormDialog>
  )
}
