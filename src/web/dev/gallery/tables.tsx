import { useState } from 'react'
import { parseTypedDollars } from '#lib/typed-amount.ts'
import { Figure } from '#ui/figures/money.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { PanelActions, Review } from './review-panel.tsx'
import { type SampleRow, sampleRows } from './sample.ts'

const LABELS = { wait: 'Awaiting review', ok: 'Confirmed', bad: 'Rejected' }

const columns: readonly Column<SampleRow>[] = [
  { id: 'ref', header: 'Ref.', text: (row) => row.id },
  { id: 'when', header: 'Received', text: (row) => row.when, priority: 2 },
  { id: 'who', header: 'Name', text: (row) => row.who, priority: 3 },
  {
    id: 'status',
    header: 'Status',
    text: (row) => LABELS[row.tone],
    cell: (row) => <Tag tone={row.tone}>{LABELS[row.tone]}</Tag>,
    priority: 2,
  },
  {
    id: 'usd',
    header: 'USD',
    text: (row) => row.usd,
    cell: (row) => <Figure amount={row.usd} />,
    sort: (row) => parseTypedDollars(row.usd) ?? 0n,
    align: 'money',
  },
]

const getRowKey = (row: SampleRow) => row.id

export function Tables() {
  const [open, setOpen] = useState<SampleRow | null>(null)
  return (
    <>
      <Panel title="Rows" flush aside={<PanelActions />}>
        <DataTable
          caption="Sample rows"
          columns={columns}
          rows={sampleRows}
          rowKey={getRowKey}
          rowAction={{ onPress: setOpen, label: (row) => `Open ${row.id}` }}
          selectedKey={open?.id}
          exportName="sample.csv"
          {...useUrlTableState()}
        />
      </Panel>
      <Panel title="No rows" flush>
        <DataTable
          caption="No rows"
          columns={columns}
          rows={[]}
          rowKey={getRowKey}
          searchable={false}
        />
      </Panel>
      <Panel title="Rows loading" flush>
        <DataTable
          caption="Rows loading"
          columns={columns}
          rows={undefined}
          rowKey={getRowKey}
          plain
        />
      </Panel>
      <Panel title="Failed" flush>
        <DataTable
          caption="Failed"
          columns={columns}
          rows={undefined}
          rowKey={getRowKey}
          failed
          onRetry={() => undefined}
          plain
        />
      </Panel>
      <Review row={open} onClose={() => setOpen(null)} />
    </>
  )
}
