import { TextLink } from '#ui/actions/text-link.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { AccountStatement } from './calls.tsx'
import { buildAccountLink, createSideColumns, renderSideTotals, Side } from './ledger-labels.tsx'

type AccountLine = AccountStatement['lines'][number]

const columns: readonly Column<AccountLine>[] = [
  {
    id: 'day',
    header: 'Effective date',
    text: (row) => row.effective,
    cell: (row) => <CalendarDay day={row.effective} />,
    sort: false,
  },
  { id: 'number', header: 'Number', text: (row) => `L-${row.seq}`, sort: false, priority: 3 },
  {
    id: 'kind',
    header: 'Type',
    text: (row) => row.kind.replaceAll('_', ' '),
    sort: false,
    priority: 2,
  },
  {
    id: 'other',
    header: 'Counter-account',
    text: (row) => row.other,
    cell: (row) => (
      <span className="meta anywhere">
        <TextLink to={buildAccountLink(row.other)}>{row.other}</TextLink>
      </span>
    ),
    sort: false,
    priority: 2,
  },
  ...createSideColumns<AccountLine>((row) => row.change),
]

type TAccountProps = {
  statement: AccountStatement | undefined
  failed: boolean
  onRetry: () => void
  code: string
}

/** Displays the debits and credits of an account side by side. */
export const TAccount = ({ statement, failed, onRetry, code }: TAccountProps) => {
  const changes = statement?.lines.map(({ change }) => change) ?? []
  return (
    <Panel
      title="Debits and credits"
      aside={
        statement && (
          <span>
            Opening <Side amount={statement.opening.replace('-', '')} />{' '}
            {statement.opening.startsWith('-') ? 'debit' : 'credit'}
          </span>
        )
      }
      foot={
        statement && (
          <span className="strong">
            Closing <Side amount={statement.closing.replace('-', '')} />{' '}
            {statement.closing.startsWith('-') ? 'debit' : 'credit'}, {statement.currency}
          </span>
        )
      }
      flush
    >
      <DataTable
        caption={`Journal rows of ${code}`}
        columns={columns}
        rows={statement?.lines}
        rowKey={(row) => row.seq}
        failed={failed && !statement}
        onRetry={onRetry}
        empty="No rows in this period."
        exportName={`${code.replace(/\W/g, '-')}.csv`}
        totals={{ day: 'Total', ...renderSideTotals(changes) }}
        pageSize={50}
        dense
      />
    </Panel>
  )
}
