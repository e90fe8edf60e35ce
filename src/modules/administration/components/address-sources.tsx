import { useState } from 'react'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { AddressSourceDialog } from './address-source-dialog.tsx'
import { type AddressSupply, describeSource, describeSupply } from './address-source-labels.tsx'
import type { AddressSource, Method, OperatorSettings } from './calls.tsx'
import { PoolAddresses } from './pool-addresses.tsx'

/** Shows where each method's addresses come from, which an owner can change. */
export function AddressSources({ settings }: { settings: OperatorSettings }) {
  const [selectedMethod, setSelectedMethod] = useState<Method>()
  const [pool, setPool] = useState<AddressSource>()
  const may = usePermission('receiving-address.change')
  const { methods, sources, supplies } = settings
  const getMethodName = (id: string) => methods.find(({ _id }) => _id === id)?.name ?? id

  return (
    <Panel title="Payment addresses">
      <Details
        rows={methods.map((method) => ({
          label: method.name,
          value: (
            <CurrentSource
              source={sources.find((one) => one.inForce && one.method === method._id)}
              supply={supplies.find((one) => one.method === method._id)}
              onViewPool={setPool}
            />
          ),
          aside: may && (
            <Button
              size="sm"
              aria-label={`Change where ${method.name} addresses come from`}
              onClick={() => setSelectedMethod(method)}
            >
              Change…
            </Button>
          ),
        }))}
      />
      <OwnAddressCosts sources={sources} />
      {sources.length > 0 && (
        <details>
          <summary>History ({sources.length})</summary>
          <Details
            rows={sources.map((source) => ({
              label: (
                <>
                  {getMethodName(source.method)}, from{' '}
                  <When at={source.effectiveFrom} timeZone="UTC" /> UTC, {`by ${source.changed.by}`}
                </>
              ),
              value: <span className="anywhere">{describeSource(source)}</span>,
            }))}
          />
        </details>
      )}
      <PoolAddresses source={pool} may={may === true} onClose={() => setPool(undefined)} />
      {selectedMethod && (
        <AddressSourceDialog method={selectedMethod} onClose={() => setSelectedMethod(undefined)} />
      )}
    </Panel>
  )
}

function CurrentSource({
  source,
  supply,
  onViewPool,
}: {
  source: AddressSource | undefined
  supply: AddressSupply | undefined
  onViewPool: (source: AddressSource) => void
}) {
  if (!source || source.mode === 'shared') return 'One shared address with unique amounts'

  return (
    <>
      <span className="anywhere">{describeSource(source)}</span>
      {supply && <p className="small muted">{describeSupply(supply)}</p>}
      {source.mode === 'pool' && (
        <Button size="sm" onClick={() => onViewPool(source)}>
          View addresses…<span className="visually-hidden"> of {source.network}</span>
        </Button>
      )}
    </>
  )
}

/** Warns that USDT on derived addresses costs ETH before it can be moved. */
const OwnAddressCosts = ({ sources }: { sources: readonly AddressSource[] }) =>
  sources.some(({ inForce, method, mode }) => inForce && method === 'USDT' && mode === 'xpub') && (
    <Callout tone="info" inPanel>
      Moving USDT needs network coin on every address that received it. A pool of addresses costs
      less.
    </Callout>
  )
