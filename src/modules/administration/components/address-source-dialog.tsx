import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Fields, useFormAction } from '#app-ui/use-form-action.tsx'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AddressSourceFields, type AddressSourceMode } from './address-source-fields.tsx'
import { getScriptLabel } from './address-source-labels.tsx'
import { administrationCalls, type Method, type SourcePreview } from './calls.tsx'

type Props = { method: Method; onClose: () => void }

const MODES = [
  { value: 'xpub', label: 'An address for each deposit, from an account key' },
  { value: 'pool', label: 'A pool of your addresses, each lent to one deposit' },
  { value: 'shared', label: 'One shared address with unique amounts' },
]

const toInput = (method: Method['_id'], fields: Fields) => ({
  method,
  mode: fields.mode as AddressSourceMode,
  ...(fields.chain && { chain: fields.chain as 'ethereum' | 'tron' }),
  ...(fields.accountKey && { accountKey: fields.accountKey }),
  ...(fields.scriptType && { scriptType: fields.scriptType as 'p2wpkh' | 'p2tr' }),
  ...(fields.addresses && { addresses: fields.addresses }),
})

/** The dialog to change where a method's addresses come from: it checks first, then saves. */
export function AddressSourceDialog({ method, onClose }: Props) {
  const { mode: installation } = useSiteConfig()
  const queries = useQueryClient()
  const [mode, setMode] = useState<AddressSourceMode>(method._id === 'BITCOIN' ? 'xpub' : 'pool')
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
          setMode(event.target.value as AddressSourceMode)
          setPreview(undefined)
        }}
      />
      <AddressSourceFields method={method} mode={mode} onChange={() => setPreview(undefined)} />
      {preview && <Preview preview={preview} />}
    </FormDialog>
  )
}

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
