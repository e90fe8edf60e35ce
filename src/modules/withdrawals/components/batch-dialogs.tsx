import { Money } from '#ui/figures/money.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { ReplaceDialog, SendDialog, TransactionsDialog } from './batch-payment-dialogs.tsx'
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
