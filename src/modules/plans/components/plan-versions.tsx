import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { formatDayCount } from '../model.ts'
import type { StaffPlan, StaffVersion } from './calls.tsx'
import { computeVersionState, formatVersionState, VersionStateTag } from './plan-labels.tsx'
import { VersionDrawer } from './version-drawer.tsx'

const buildColumns = (plan: StaffPlan): readonly Column<StaffVersion>[] => [
  {
    id: 'number',
    header: 'Version',
    text: (row) => `Version ${row.number}`,
    cell: (row) => <span className="strong">Version {row.number}</span>,
    sort: (row) => row.number,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) => formatVersionState(computeVersionState(plan, row)),
    cell: (row) => <VersionStateTag state={computeVersionState(plan, row)} />,
  },
  {
    id: 'from',
    header: 'From',
    text: (row) => formatCalendarDay(row.effectiveFrom),
    cell: (row) => <CalendarDay day={row.effectiveFrom} />,
    sort: (row) => row.effectiveFrom,
    priority: 2,
  },
  {
    id: 'target',
    header: 'Target return over the term',
    text: (row) => `${row.percentage}, ${formatDayCount(row.termDays)}`,
    sort: false,
    priority: 2,
  },
  { id: 'by', header: 'Proposed by', text: (row) => row.proposedBy, priority: 3 },
  { id: 'published', header: 'Published by', text: (row) => row.publishedBy ?? '', priority: 3 },
]

/** Shows all versions of a plan, newest first; a row opens the version in full. */
export function Versions({ plan }: { plan: StaffPlan }) {
  const { openId, open } = useOpenRow()
  const proposes = usePermission('plan.propose')
  const version = plan.versions.find(({ _id }) => _id === openId)

  return (
    <Panel
      title="Versions"
      flush
      aside={
        proposes &&
        plan.state !== 'closed' && (
          <ButtonLink
            size="sm"
            to={`/admin-dashboard/plans/new?from=${plan.versions[0]?._id ?? ''}`}
          >
            New version
          </ButtonLink>
        )
      }
      foot={
        <p>
          Versions can’t be edited. A deposit uses the version it was quoted under. To change the
          terms, create a new version.
        </p>
      }
    >
      <DataTable
        plain
        caption="Versions, newest first"
        columns={buildColumns(plan)}
        rows={plan.versions}
        rowKey={(row) => row._id}
        selectedKey={openId}
        rowAction={{ onPress: (row) => open(row._id), label: (row) => `Version ${row.number}` }}
      />
      <VersionDrawer plan={plan} version={version} onClose={() => open(undefined)} />
    </Panel>
  )
}
