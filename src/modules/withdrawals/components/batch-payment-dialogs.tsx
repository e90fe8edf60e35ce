import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Money } from '#ui/figures/money.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { withdrawalCalls } from './calls.tsx'
import { type BatchDialogProps, useBatchAction } from './use-batch-action.tsx'

export function SendDialog({ batch, onClose }: BatchDialogProps) {
  const form = useBatchAction(async ({ sentByOperator }) => {
    const { message } = await withdrawalCalls.sendBatch.call({
      id: batch._id,
      sentByOperator: sentByOperator === 'on' || !batch.provider,
    })
    return message
  }, onClose)

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Send batch ${batch.number}?`}
      effects={[
        { label: 'Withdrawals', value: String(batch.count) },
        { label: 'To be paid', value: <Money amount={batch.units} unit="BTC" /> },
      ]}
      actionLabel={batch.provider ? 'Send transaction' : 'Record as sent'}
      acting="Sending..."
      {...form}
    >
      {batch.provider ? (
        <CheckboxField
          name="sentByOperator"
          label="I have broadcast it myself"
          hint="Nothing is sent from here; the batch waits until the chain shows it."
        />
      ) : (
        <p>No provider is connected. Broadcast it with your wallet, then record it here.</p>
      )}
      <p>A sent transaction can’t be taken back.</p>
    </FormDialog>
  )
}

export function TransactionsDialog({ batch, onClose }: BatchDialogProps) {
  const form = useBatchAction(async ({ txid = '' }) => {
    const { message } = await withdrawalCalls.recordSent.call({ id: batch._id, txid })
    return message
  }, onClose)

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Enter the transactions that pay this batch"
      actionLabel="Record transactions"
      acting="Recording..."
      {...form}
    >
      <TextAreaField
        label="Transaction IDs"
        name="txid"
        hint={
          'One per line. Each withdrawal completes when the chain shows its amount at its ' +
          'address.'
        }
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}

export function ReplaceDialog({ batch, onClose }: BatchDialogProps) {
  const current = batch.transactions[0]?.bitcoin
  const { save } = useSaveFile(toast.error)
  const form = useBatchAction(async ({ feeRate = '' }) => {
    const { message } = await withdrawalCalls.replaceBatch.call({ id: batch._id, feeRate })
    await save(`/api/admin/payout-batches/${batch._id}/file`)
    return message
  }, onClose)

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Raise the fee of batch ${batch.number}`}
      effects={
        current
          ? [
              { label: 'Current fee rate', value: `${current.feeRate} sat/vB` },
              { label: 'Current fee', value: <Money amount={current.fee} unit="BTC" /> },
            ]
          : []
      }
      actionLabel="Create replacement"
      acting="Creating..."
      {...form}
    >
      <TextField
        label="New fee rate, sat/vB"
        name="feeRate"
        inputMode="decimal"
        autoComplete="off"
        hint={
          'Higher than the current one. The same withdrawals are paid; only one version ' +
          'confirms.'
        }
      />
    </FormDialog>
  )
}
