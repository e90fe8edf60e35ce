import { capitalise } from '#lib/capitalise.ts'
import { toCents } from '#lib/money.ts'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { UserDetails } from './calls.tsx'

type PositionRow = UserDetails['positions'][number]

/** A position whose term is over accrues nothing: what it is due is in the figures above. */
const isRunning = ({ status }: PositionRow) => status === 'open'

const columns: readonly Column<PositionRow>[] = [
  {
    id: 'plan',
    header: 'Plan',
    text: (row) => `${row.plan}, ${row.family === 'crypto' ? 'crypto' : 'real estate'}`,
  },
  {
    id: 'opened',
    header: 'Opened',
    text: (row) => row.openedOn,
    cell: (row) => <CalendarDay day={row.openedOn} />,
    priority: 3,
  },
  {
    id: 'matures',
    header: 'Matures',
    text: (row) => row.maturesOn,
    cell: (row) => <CalendarDay day={row.maturesOn} />,
    priority: 2,
  },
  {
    id: 'status',
    header: 'Status',
    text: (row) => capitalise(row.status),
    priority: 2,
  },
  {
    id: 'accrued',
    header: 'Accrued (estimate)',
    text: (row) => (isRunning(row) ? row.accrued : ''),
    cell: (row) => (isRunning(row) ? <Figure amount={row.accrued} /> : null),
    align: 'money',
    sort: (row) => (isRunning(row) ? toCents(row.accrued) : 0n),
    priority: 2,
  },
  {
    id: 'remaining',
    header: 'Invested',
    text: (row) => row.remaining,
    cell: (row) => <Figure amount={row.remaining} />,
    align: 'money',
    sort: (row) => toCents(row.remaining),
  },
]

/** Lists the positions of the member. */
export const UserPositions = ({ user }: { user: UserDetails }) => (
  <Panel title="Positions" flush foot={<EstimateNote />}>
    <DataTable
      caption={`Positions of ${user.first_name}, newest first`}
      columns={columns}
      rows={user.positions}
      rowKey={(row) => row._id}
      empty="No positions yet."
      plain
    />
  </Panel>
)

/** Explains that accrued returns are an estimate and, in the sandbox, that figures are samples. */
function EstimateNote() {
  const { mode } = useSiteConfig()
  return (
    <p>
      Accrued is an estimate and isn’t part of the balance. It’s paid only from income recorded for
      the plan.
      {mode === 'sandbox' && ' These are sample figures, simulated money.'}
    </p>
  )
}
