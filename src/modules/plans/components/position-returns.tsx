import { toCents } from '#lib/money.ts'
import { formatDollars } from '#ui/figures/decimal.ts'
import { Figure, Money } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Drawer } from '#ui/overlay/dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import type { PositionTimeline } from './calls.tsx'
import { type PaidReturn, ReturnFunding } from './return-funding.tsx'

const columns: readonly Column<PaidReturn>[] = [
  {
    id: 'day',
    header: 'Paid on',
    text: (row) => formatCalendarDay(row.paidOn),
    cell: (row) => <CalendarDay day={row.paidOn} />,
    sort: false,
  },
  {
    id: 'out-of',
    header: 'Source',
    text: (row) => row.incomes.map(({ source }) => source.replace(/\.$/, '')).join('; '),
    sort: false,
    priority: 2,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => row.amount,
    cell: (row) => <Figure amount={row.amount} sign="always" coloured />,
    sort: false,
    align: 'money',
  },
]

/** Shows the payments of a return, each with the income that funded it, and what is still due. */
export function PositionReturns({ position }: { position: PositionTimeline }) {
  const { openId, open } = useOpenRow()
  const rows = position.returns.map((paid, index) => ({ ...paid, id: String(index + 1) }))
  const opened = rows.find(({ id }) => id === openId)

  return (
    <Panel
      title="Returns paid"
      flush
      foot={isOwed(position) ? <Owed position={position} /> : undefined}
    >
      <DataTable
        plain
        caption="Returns paid, oldest first"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={
          position.maturedOn === null
            ? 'Returns are paid at maturity.'
            : 'No return paid yet: the plan hasn’t recorded enough income.'
        }
        selectedKey={openId}
        rowAction={{
          onPress: (row) => open(row.id),
          label: (row) =>
            `Return of ${formatDollars(row.amount)}, paid ${formatCalendarDay(row.paidOn)}`,
        }}
      />
      <Drawer open={opened !== undefined} onClose={() => open(undefined)} title="Return">
        {opened && <ReturnFunding paid={opened} />}
      </Drawer>
    </Panel>
  )
}

const isOwed = ({ owed }: PositionTimeline) => toCents(owed) > 0n

function Owed({ position: { owed, returnDue } }: { position: PositionTimeline }) {
  return (
    <Callout tone="info" inPanel>
      <Money amount={owed} /> of <Money amount={returnDue} /> is due, awaiting plan income. It’s
      paid automatically as soon as income is recorded. If income falls short, each due return is
      paid the same proportion and the rest stays due.
    </Callout>
  )
}
