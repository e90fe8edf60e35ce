import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Fields, useFormAction } from '#app-ui/use-form-action.tsx'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { getScriptLabel } from './address-source-labels.tsx'
import { administrationCalls, type Method, type SourcePreview } from './calls.tsx'

type Mode = SourcePreview['mode']
type Props = { method: Method; onClose: () => void }

const MODES = [
  { value: 'xpub', label: 'An address for each deposit, from an account key' },
  { value: 'pool', label: 'A pool of your addresses, each lent to one deposit' },
  { value: 'shared', label: 'One shared address with unique amounts' },
]

const toInput = (method: Method['_id'], fields: Fields) => ({
  method,
  mode: fields.mode as Mode,
  ...(fields.chain && { chain: fields.chain as 'ethereum' | 'tron' }),
  ...(fields.accountKey && { accountKey: fields.accountKey }),
  ...(fields.scriptType && { scriptType: fields.scriptType as 'p2wpkh' | 'p2tr' }),
  ...(fields.addresses && { addresses: fields.addresses }),
})

/** The dialog to change where a method's addresses come from: it checks first, then saves. */
export function AddressSourceDialog({ method, onClose }: Props) {
  const { mode: installation } = useSiteConfig()
  const queries = useQueryClient()
  const [mode, setMode] = useState<Mode>(method._id === 'BITCOIN' ? 'xpub' : 'pool')
  const [preview, setPreview] = useState<SourcePreview>()
  const live = installation === 'live'

  const form = useFormAction(async (fields) => {
    const input = toInput(method._id, fields)
    if (!preview && mode !== 'shared') {
      const checked = await administrationCalls.previewAddressSource.call(input)
      setPreview(checked.data)
      return
    }

    const compared = fields.compared !== undefined
    const { body } = await administrationCalls.changeAddressSource.call({ ...input, compared })
    toast.success(body.message)
    onClose()
    await queries.invalidateQueries()
  })

  const saveLabel = live ? 'Propose change' : 'Save change'

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Change ${method.name} addresses`}
      effects={[
        { label: 'Takes effect', value: live ? '24 hours after approval' : 'immediately' },
        { label: 'Emailed to', value: 'All staff' },
      ]}
      actionLabel={preview || mode === 'shared' ? saveLabel : 'Check addresses'}
      acting="Loading...."
      {...form}
    >
      <SelectField
        label="Addresses"
        name="mode"
        options={MODES}
        value={mode}
        onChange={(event) => {
          setMode(event.target.value as Mode)
          setPreview(undefined)
        }}
      />
      <SourceFields method={method} mode={mode} onChange={() => setPreview(undefined)} />
      {preview && <Preview preview={preview} />}
    </FormDialog>
  )
}

const NETWORKS = [
  { value: 'ethereum', label: 'ERC-20 on Ethereum' },
  { value: 'tron', label: 'TRC-20 on TRON' },
]
const SCRIPTS = [
  { value: 'p2wpkh', label: getScriptLabel('p2wpkh') },
  { value: 'p2tr', label: getScriptLabel('p2tr') },
]

function SourceFields({
  method: { _id: code },
  mode,
  onChange,
}: {
  method: Method
  mode: Mode
  onChange: () => void
}) {
  if (mode === 'shared')
    return <p className="small muted">New quotes use the receiving address of this method.</p>

  return (
    <>
      {code === 'USDT' && (
        <SelectField
          label="Network"
          name="chain"
          options={NETWORKS}
          defaultValue="ethereum"
          onChange={onChange}
        />
      )}
      {mode === 'pool' && (
        <TextAreaField
          label="Your addresses"
          name="addresses"
          rows={6}
          spellCheck={false}
          autoComplete="off"
          onChange={onChange}
          hint="One on each line, up to 1,000. Each is checked."
        />
      )}
      {mode === 'xpub' && <KeyFields code={code} onChange={onChange} />}
    </>
  )
}

const KeyFields = ({ code, onChange }: { code: Method['_id']; onChange: () => void }) => (
  <>
    {code === 'USDT' && (
      <Callout tone="info">
        Moving USDT needs network coin on every address that received it. A pool costs less.
      </Callout>
    )}
    <TextAreaField
      label="Account’s extended public key"
      name="accountKey"
      rows={3}
      spellCheck={false}
      autoComplete="off"
      onChange={onChange}
      hint={
        'Begins with xpub, zpub or vpub, and may follow [fingerprint/path]. ' +
        'Never paste a private key.'
      }
    />
    {code === 'BITCOIN' && (
      <SelectField
        label="Address type"
        name="scriptType"
        options={SCRIPTS}
        placeholder="As the key says"
        onChange={onChange}
        hint="Needed for an xpub or tpub, which doesn’t say it."
      />
    )}
  </>
)

/** Shows what was recognised, to be compared with the wallet. */
const Preview = ({ preview }: { preview: SourcePreview }) => (
  <>
    <Details
      rows={[
        { label: 'Network', value: preview.network },
        ...(preview.mode === 'xpub'
          ? [
              { label: 'Fingerprint', value: preview.fingerprint ?? 'Not included in the key' },
              { label: 'Address type', value: getScriptLabel(preview.scriptType) },
              { label: 'Path', value: preview.path ?? 'Not included in the key' },
            ]
          : [{ label: 'Addresses', value: preview.addressCount ?? 0 }]),
        ...preview.firstAddresses.map((address, at) => ({
          label: `Address ${at + 1}`,
          value: <span className="mono anywhere">{address}</span>,
        })),
      ]}
    />
    {preview.mode === 'xpub' && (
      <CheckboxField
        name="compared"
        label="These match my wallet"
        hint="Compare them with the first three receiving addresses that your wallet shows."
      />
    )}
  </>
)
