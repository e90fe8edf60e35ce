import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Money } from '#ui/figures/money.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { withdrawalCalls } from './calls.tsx'
import { ExportBatchDialog } from './export-batch-dialog.tsx'
import { type BatchDialogProps, useBatchAction } from './use-batch-action.tsx'

export type BatchDialogKind = 'export' | 'signed' | 'send' | 'transactions' | 'replace' | 'cancel'

/** The dialog of an action on a payout batch. */
export function BatchDialog({ kind, ...props }: BatchDialogProps & { kind: BatchDialogKind }) {
  if (kind === 'export') return <ExportBatchDialog {...props} />
  if (kind === 'signed') return <SignedDialog {...props} />
  if (kind === 'send') return <SendDialog {...props} />
  if (kind === 'transactions') return <TransactionsDialog {...props} />
  if (kind === 'replace') return <ReplaceDialog {...props} />
  return <CancelDialog {...props} />
}

function SignedDialog({ batch, onClose }: BatchDialogProps) {
  const form = useBatchAction(async ({ signed = '' }) => {
    const { message } = await withdrawalCalls.storeSigned.call({ id: batch._id, signed })
    return message
  }, onClose)

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Upload the signed transaction"
      actionLabel="Check and store"
      acting="Checking..."
      {...form}
    >
      <SignedFile />
      <TextAreaField
        label="Signed transaction"
        name="signed"
        hint="The signed PSBT in base64, or the raw transaction in hexadecimal digits."
        autoComplete="off"
        spellCheck={false}
      />
      <p>
        It must be exactly the exported transaction. Never enter a private key or recovery words.
      </p>
    </FormDialog>
  )
}

/** Fills the text field with a chosen file: a binary PSBT as base64, a text as it is. */
const SignedFile = () => (
  <FileField
    label="Signed file"
    name="signedFile"
    accept=".psbt,.txt,.txn,.hex"
    onChange={({ target: { form, files } }) => {
      const area = form?.elements.namedItem('signed')
      const [file] = files ?? []
      if (file && area instanceof HTMLTextAreaElement)
        void readSignedFile(file).then((text) => {
          area.value = text
        })
    }}
  />
)

const PSBT_MAGIC = 'psbt'

async function readSignedFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isBinary = new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === PSBT_MAGIC
  if (!isBinary) return new TextDecoder().decode(bytes).trim()

  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function SendDialog({ batch, onClose }: BatchDialogProps) {
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

function TransactionsDialog({ batch, onClose }: BatchDialogProps) {
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

function ReplaceDialog({ batch, onClose }: BatchDialogProps) {
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

const CANCEL_HINT =
  'Another admin has to approve and will see the reason. Make sure that none of these ' +
  'withdrawals were sent, because they can be exported again.'

function CancelDialog({ batch, onClose }: BatchDialogProps) {
  const form = useBatchAction(async ({ reason = '' }) => {
    const { body } = await withdrawalCalls.cancelBatch.call({ id: batch._id, reason })
    return body.message
  }, onClose)
  const isExported = batch.exportedAt !== null

  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={`Cancel batch ${batch.number}?`}
      effects={[
        { label: 'Unpaid withdrawals', value: String(batch.unpaid) },
        { label: 'Batch total', value: <Money amount={batch.sum} /> },
      ]}
      hint={isExported ? CANCEL_HINT : 'The withdrawals stay approved and can join a new batch.'}
      actionLabel={isExported ? 'Request approval' : 'Cancel batch'}
      acting="Loading...."
      {...form}
    />
  )
}
