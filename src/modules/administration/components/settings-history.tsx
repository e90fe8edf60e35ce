import { useQuery } from '@tanstack/react-query'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { describeSettingChange } from '../model.ts'
import { type AuditEventLine, administrationCalls } from './calls.tsx'

const describeRow = ({ subject, details }: AuditEventLine) =>
  describeSettingChange(subject, details)
const getSettingTitle = (row: AuditEventLine) => describeRow(row).title
const formatChanges = (row: AuditEventLine) => describeRow(row).changes.join('; ')

const columns: readonly Column<AuditEventLine>[] = [
  {
    id: 'what',
    header: 'Setting',
    text: getSettingTitle,
    cell: (row) => <span className="strong">{getSettingTitle(row)}</span>,
  },
  {
    id: 'change',
    header: 'Change',
    text: formatChanges,
    cell: (row) => <span className="anywhere">{formatChanges(row)}</span>,
    sort: false,
  },
  { id: 'by', header: 'By', text: (row) => row.actor.label, priority: 2 },
  {
    id: 'at',
    header: 'When, UTC',
    text: (row) => formatDateTime(row.at, 'UTC'),
    cell: (row) => <When at={row.at} timeZone="UTC" />,
    sort: (row) => row.at,
    priority: 3,
  },
]

/** Lists the changes of settings from the audit log. */
export function SettingsHistory() {
  const { data, isError, refetch } = useQuery(
    administrationCalls.settingsHistory.queryOptions({ input: {} }),
  )
  return (
    <Panel title="History" flush>
      <DataTable
        caption="Setting changes, newest first"
        columns={columns}
        rows={data?.data}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={() => void refetch()}
        empty="No changes yet."
        exportName="settings-history.csv"
        dense
      />
    </Panel>
  )
}
