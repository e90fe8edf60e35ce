import { useState } from 'react'
import { parseTypedDollars } from '#lib/typed-amount.ts'
import { Button } from '#ui/actions/button.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Dialog, Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { type SampleRow, sampleRows } from './sample.ts'

const WORDS = { wait: 'Awaiting review', ok: 'Confirmed', bad: 'Rejected' }

const columns: readonly Column<SampleRow>[] = [
  { id: 'ref', header: 'Ref.', text: (row) => row.id, sub: (row) => row.when },
  { id: 'when', header: 'Received', text: (row) => row.when, priority: 2 },
  { id: 'who', header: 'Name', text: (row) => row.who, priority: 3 },
  {
    id: 'status',
    header: 'Status',
    text: (row) => WORDS[row.tone],
    cell: (row) => <Tag tone={row.tone}>{WORDS[row.tone]}</Tag>,
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

function PanelActions() {
  return (
    <Menu
      label="Action"
      size="sm"
      items={[
        { label: 'Say it worked', onSelect: () => toast.success('Saved successfully') },
        { label: 'Say it failed', onSelect: () => toast.error('Something went wrong') },
        { label: 'Delete', unavailable: 'Owners only', onSelect: () => undefined },
      ]}
    />
  )
}

function Review({ row, onClose }: { row: SampleRow | null; onClose: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Drawer
        open={row !== null}
        onClose={onClose}
        title={row?.id}
        foot={
          <Button variant="primary" onClick={() => setAsking(true)}>
            Confirm…
          </Button>
        }
      >
        <DrawerPart title="Checks">
          <KeyValues rows={[{ label: 'Amount on chain is exact', value: '0.02740011' }]} />
        </DrawerPart>
      </Drawer>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Confirm $${row?.usd} for ${row?.who}?`}
        effects={[{ label: 'Balance', value: '24,284.16 to 26,784.16' }]}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Go back</Button>
            <Button variant="primary" onClick={() => setAsking(false)}>
              Confirm and post
            </Button>
          </>
        }
      >
        <CheckboxField name="seen" label="I have looked at the proof." />
      </Dialog>
    </>
  )
}
