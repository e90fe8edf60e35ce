import { useState } from 'react'
import { useMay } from '#modules/identity/components/use-role.tsx'
import { useToldAct } from '#modules/identity/components/use-told-act.tsx'
import { useHouse } from '#modules/settings/components/house.tsx'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Address } from '#ui/figures/address.tsx'
import { When } from '#ui/figures/when.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Notice } from '#ui/status/notice.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { type HouseSettings, houseCalls, type Method } from './calls.tsx'

/** Where members pay to, what waits to take its place, and every address before. */
export function ReceivingAddresses({ settings }: { settings: HouseSettings }) {
  const [asked, setAsked] = useState<Method>()
  const may = useMay('receiving-address.change')
  const { methods, waiting, addresses } = settings
  const nameOf = (id: string) => methods.find(({ _id }) => _id === id)?.name ?? id

  return (
    <Panel title="Receiving addresses">
      {waiting.map(({ proposal, method, by, at }) => (
        <Notice key={proposal} title="Waiting for approval" inPanel>
          A new address for {nameOf(method)}, proposed by {by}, <When at={at} timeZone="UTC" /> UTC.{' '}
          <TextLink to={`/admin-dashboard/approvals?open=${proposal}`}>See the proposal</TextLink>
        </Notice>
      ))}
      <Details
        rows={methods.map((method) => ({
          label: (
            <>
              {method.name} {method.sample && <Tag tone="wait">Sample of a test network</Tag>}
            </>
          ),
          value: method.address ? (
            <Address value={method.address} />
          ) : (
            <span className="muted">None: nobody can pay with it yet.</span>
          ),
          aside: may && (
            <Button
              size="sm"
              aria-label={`Change the address for ${method.name}`}
              onClick={() => setAsked(method)}
            >
              Change…
            </Button>
          ),
        }))}
      />
      {addresses.length > 0 && (
        <details>
          <summary>Every address that was named ({addresses.length})</summary>
          <Details
            rows={addresses.map(({ method, address, effectiveFrom, changed }) => ({
              label: (
                <>
                  {nameOf(method)}, from <When at={effectiveFrom} timeZone="UTC" /> UTC, by{' '}
                  {changed.by}
                </>
              ),
              value: <span className="mono anywhere">{address}</span>,
            }))}
          />
        </details>
      )}
      {asked && <AddressDialog method={asked} onClose={() => setAsked(undefined)} />}
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
  const { mode } = useHouse()
  const form = useToldAct(
    async ({ address = '' }) =>
      (await houseCalls.changeAddress.call({ method: _id, address })).body,
    onClose,
  )

  const live = mode === 'live'

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Change where ${name} arrives?`}
      effects={[
        { label: 'Network', value: network },
        { label: 'Counts', value: live ? '24 hours after a second admin agreed' : 'at once' },
        { label: 'Mailed to', value: 'everyone of the staff' },
      ]}
      act={live ? 'Propose the address' : 'Use this address'}
      acting="Loading...."
      {...form}
    >
      <TextField
        label="New address"
        name="address"
        autoComplete="off"
        spellCheck={false}
        hint={
          'Its form, checksum and network are checked. Quotes that were given keep the ' +
          'address they name.'
        }
      />
    </FormDialog>
  )
}
