import { SelectField } from '#ui/form/select-field.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { getScriptLabel } from './address-source-labels.tsx'
import type { Method, SourcePreview } from './calls.tsx'

export type AddressSourceMode = SourcePreview['mode']

const NETWORKS = [
  { value: 'ethereum', label: 'ERC-20 on Ethereum' },
  { value: 'tron', label: 'TRC-20 on TRON' },
]
const SCRIPTS = [
  { value: 'p2wpkh', label: getScriptLabel('p2wpkh') },
  { value: 'p2tr', label: getScriptLabel('p2tr') },
]

export function AddressSourceFields({
  method: { _id: code },
  mode,
  onChange,
}: {
  method: Method
  mode: AddressSourceMode
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
