import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Address } from '#ui/figures/address.tsx'
import { When } from '#ui/figures/when.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { administrationCalls, type Method, type OperatorSettings } from './calls.tsx'

/** Shows the current receiving addresses, those that wait for approval and the previous ones. */
export function ReceivingAddresses({ settings }: { settings: OperatorSettings }) {
  const [selectedMethod, setSelectedMethod] = useState<Method>()
  const may = usePermission('receiving-address.change')
  const { methods, waiting, addresses } = settings
  const getMethodName = (id: string) => methods.find(({ _id }) => _id === id)?.name ?? id

  return (
    <Panel title="Shared receiving addresses">
      {waiting.map(({ proposal, method, by, at }) => (
        <Callout key={proposal} title="Waiting for approval" inPanel>
          New addresses for {getMethodName(method)}, proposed by {by},{' '}
          <When at={at} timeZone="UTC" /> UTC.{' '}
          <TextLink to={`/admin-dashboard/approvals?open=${proposal}`}>View proposal</TextLink>
        </Callout>
      ))}
      <Details
        rows={methods.map((method) => ({
          label: (
            <>
              {method.name}{' '}
              {method.sample && <Tag tone="wait">Sample address on a test network</Tag>}
            </>
          ),
          value: method.address ? (
            <Address value={method.address} />
          ) : (
            <span className="muted">Not set. Members can’t pay with this method yet.</span>
          ),
          aside: may && (
            <Button
              size="sm"
              aria-label={`Change the address for ${method.name}`}
              onClick={() => setSelectedMethod(method)}
            >
              Change…
            </Button>
          ),
        }))}
      />
      {addresses.length > 0 && (
        <details>
          <summary>Address history ({addresses.length})</summary>
          <Details
            rows={addresses.map(({ method, address, effectiveFrom, changed }) => ({
              label: (
                <>
                  {getMethodName(method)}, from <When at={effectiveFrom} timeZone="UTC" /> UTC,{' '}
                  {`by ${changed.by}`}
                </>
              ),
              value: <span className="mono anywhere">{address}</span>,
            }))}
          />
        </details>
      )}
      {selectedMethod && (
        <AddressDialog method={selectedMethod} onClose={() => setSelectedMethod(undefined)} />
      )}
    </Panel>
  )
}

function AddressDialog({
  method: { _id, name, network },
  onClose,
}: {
  method: Method
  onClose: () => void
}) {
  const { mode } = useSiteConfig()
  const form = useToastAction(
    async ({ address = '' }) =>
      (await administrationCalls.changeAddress.call({ method: _id, address })).body,
    onClose,
  )

  const live = mode === 'live'

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Change the receiving address for ${name}?`}
      effects={[
        { label: 'Network', value: network },
        { label: 'Takes effect', value: live ? '24 hours after approval' : 'immediately' },
        { label: 'Emailed to', value: 'All staff' },
      ]}
      actionLabel={live ? 'Propose address' : 'Use this address'}
      acting="Loading...."
      {...form}
    >
      <TextField
        label="New address"
        name="address"
        autoComplete="off"
        spellCheck={false}
        hint="We check format, checksum and network. Existing quotes show the previous address."
      />
    </FormDialog>
  )
}
