import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { Drawer } from '#ui/overlay/dialog.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import { buildActionColumn, type Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type AddressSource, administrationCalls, type PoolAddress } from './calls.tsx'
import { RetireAddress } from './retire-address.tsx'

const STATES: Readonly<Record<PoolAddress['state'], readonly [Tone, string]>> = {
  free: ['ok', 'Free'],
  lent: ['info', 'Lent to a deposit'],
  waiting: ['wait', 'Returned'],
  retired: ['neutral', 'Retired'],
}

const columns: readonly Column<PoolAddress>[] = [
  {
    id: 'address',
    header: 'Address',
    text: ({ address }) => address,
    cell: ({ address }) => <span className="mono anywhere">{address}</span>,
  },
  {
    id: 'state',
    header: 'State',
    text: ({ state }) => STATES[state][1],
    cell: ({ state }) => <Tag tone={STATES[state][0]}>{STATES[state][1]}</Tag>,
  },
  {
    id: 'lent-at',
    header: 'Last lent, UTC',
    text: ({ lentAt }) => (lentAt ? formatDateTime(lentAt, 'UTC') : 'Never'),
    cell: ({ lentAt }) => (lentAt ? <When at={lentAt} timeZone="UTC" /> : 'Never'),
    sort: ({ lentAt }) => lentAt ?? '',
    priority: 3,
  },
]

const buildRetireColumn = (onRetire: (row: PoolAddress) => void) =>
  buildActionColumn<PoolAddress>(
    (row) =>
      row.state !== 'retired' && (
        <Button size="sm" aria-label={`Retire ${row.address}`} onClick={() => onRetire(row)}>
          Retire…
        </Button>
      ),
  )

type Props = {
  source: AddressSource | undefined
  /** True if the viewer may retire an address. */
  may: boolean
  onClose: () => void
}

/** Shows the addresses of a pool, which an owner can retire one by one. */
export function PoolAddresses({ source, may, onClose }: Props) {
  const [retiring, setRetiring] = useState<PoolAddress>()
  const addresses = useQuery(
    administrationCalls.poolAddresses.queryOptions({
      input: { id: source?._id ?? '' },
      enabled: source !== undefined,
    }),
  )

  return (
    <Drawer open={source !== undefined} onClose={onClose} title="Pool addresses">
      <DataTable
        caption="Addresses of the pool"
        columns={may ? [...columns, buildRetireColumn(setRetiring)] : columns}
        rows={addresses.data?.data}
        rowKey={({ address }) => address}
        failed={addresses.isError && !addresses.data}
        onRetry={() => void addresses.refetch()}
        dense
      />
      {source && retiring && (
        <RetireAddress
          sourceId={source._id}
          address={retiring}
          onClose={() => setRetiring(undefined)}
        />
      )}
    </Drawer>
  )
}
