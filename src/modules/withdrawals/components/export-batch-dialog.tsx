import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Money } from '#ui/figures/money.tsx'
import { formatDuration } from '#ui/figures/span.ts'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { PayoutKind } from '../model.ts'
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
        <BitcoinDraft batchId={batch._id} feeRate={feeRate} onFeeRate={setFeeRate} />
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

type DraftProps = { batchId: string; feeRate: string; onFeeRate: (feeRate: string) => void }

/** The fee rate, and the coins and the change of the transaction at it. */
function BitcoinDraft({ batchId, feeRate, onFeeRate }: DraftProps) {
  const input = { id: batchId, ...(feeRate && { feeRate }) }
  const { data, error } = useQuery({
    ...withdrawalCalls.draftBatch.queryOptions({ input }),
    retry: false,
  })
  const draft = data?.data

  return (
    <>
      <TextField
        label="Fee rate, sat/vB"
        name="feeRate"
        inputMode="decimal"
        autoComplete="off"
        value={feeRate || draft?.feeRate || ''}
        onChange={(event) => onFeeRate(event.target.value)}
        hint={draft && formatEstimates(draft)}
      />
      {error && <Callout tone="error">{getErrorMessage(error)}</Callout>}
      {draft && (
        <KeyValues
          rows={[
            {
              label: `Inputs (${draft.inputs.length})`,
              value: <Money amount={sumInputs(draft)} unit="BTC" />,
            },
            { label: 'Paid to members', value: <Money amount={draft.total} unit="BTC" /> },
            {
              label: 'Change, to your wallet',
              value: <Money amount={draft.change?.amount ?? '0'} unit="BTC" />,
            },
          ]}
          total={{ label: 'Network fee', value: <Money amount={draft.fee} unit="BTC" /> }}
        />
      )}
    </>
  )
}

type Draft = Awaited<ReturnType<typeof withdrawalCalls.draftBatch.call>>['data']

const formatEstimates = ({ estimates, minFeeRate, maxFeeRate }: Draft): string => {
  const listed = estimates.map(
    ({ minutes, feeRate }) => `${feeRate} for about ${formatDuration(minutes)}`,
  )
  const bounds = `From ${minFeeRate} to ${maxFeeRate}.`
  return listed.length > 0 ? `Estimates: ${listed.join(', ')}. ${bounds}` : bounds
}

const SATOSHIS = 8

/** Adds the decimal amounts of the inputs without rounding. */
function sumInputs({ inputs }: Draft): string {
  const units = inputs.reduce((sum, { amount }) => sum + toSatoshis(amount), 0n)
  const text = String(units).padStart(SATOSHIS + 1, '0')
  return `${text.slice(0, -SATOSHIS)}.${text.slice(-SATOSHIS)}`
}

function toSatoshis(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(SATOSHIS, '0'))
}
