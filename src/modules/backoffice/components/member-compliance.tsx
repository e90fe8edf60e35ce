import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#ui/actions/text-link.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { backofficeCalls, type ComplianceDetails, type ComplianceLine } from './calls.tsx'
import { EvidenceFiles } from './evidence-files.tsx'

const AREAS: Record<ComplianceLine['area'], { label: string; path: string }> = {
  verification: { label: 'Verification', path: '/admin-dashboard/verifications/' },
  screening: { label: 'Screening', path: '/admin-dashboard/screening?open=' },
  monitoring: { label: 'Monitoring', path: '/admin-dashboard/monitoring?open=' },
}

const LEVELS = ['None', 'Basic', 'Full', 'Source of funds'] as const

const columns: readonly Column<ComplianceLine>[] = [
  {
    id: 'title',
    header: 'Case',
    text: (row) => row.title,
    cell: (row) => <TextLink to={`${AREAS[row.area].path}${row._id}`}>{row.title}</TextLink>,
  },
  { id: 'area', header: 'Area', text: (row) => AREAS[row.area].label, priority: 2 },
  {
    id: 'status',
    header: 'State',
    text: (row) => row.status,
    cell: (row) => <Tag tone={row.open ? 'wait' : 'neutral'}>{row.status}</Tag>,
  },
  {
    id: 'at',
    header: 'Opened, UTC',
    text: (row) => row.at,
    cell: (row) => <When at={row.at} timeZone="UTC" />,
    priority: 2,
  },
]

/** Displays the verification, screening and monitoring of a member. */
export function MemberCompliance({ memberId }: { memberId: string }) {
  const { data, isError, refetch } = useQuery(
    backofficeCalls.compliance.queryOptions({ input: { id: memberId } }),
  )

  return (
    <Panel title="Compliance">
      {isError && !data && <ReadFailed onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonLines lines={4} />}
      {data && (
        <Stack>
          <ComplianceFacts compliance={data.data} />
          <EvidenceFiles memberId={memberId} until={data.data.detailsRetainedUntil} />
          <DataTable
            caption="Verifications and cases, open ones first"
            columns={columns}
            rows={data.data.items}
            rowKey={(row) => row._id}
            empty="No verification and no case yet."
            dense
          />
        </Stack>
      )}
    </Panel>
  )
}

const describeHold = (held: boolean, items: readonly ComplianceLine[]) => {
  if (held) return 'Member held by screening'
  return items.some(({ area, open }) => area === 'monitoring' && open)
    ? 'Transactions held by monitoring'
    : 'None'
}

const renderBirthDate = ({ birthDate, detailsRetainedUntil }: ComplianceDetails) => {
  if (birthDate) return <CalendarDay day={birthDate} />
  return detailsRetainedUntil ? 'Restricted' : 'Not declared'
}

const ComplianceFacts = ({ compliance }: { compliance: ComplianceDetails }) => {
  const { level, screenedAt, held, items } = compliance

  return (
    <KeyValues
      rows={[
        { label: 'Identity verified', value: LEVELS[level] },
        { label: 'Date of birth', value: renderBirthDate(compliance) },
        {
          label: 'Last screened',
          value: screenedAt ? (
            <>
              <When at={screenedAt} timeZone="UTC" /> UTC
            </>
          ) : (
            'Not yet'
          ),
        },
        { label: 'Hold', value: describeHold(held, items) },
      ]}
    />
  )
}
