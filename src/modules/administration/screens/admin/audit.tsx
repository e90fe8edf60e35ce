import { useInfiniteQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { StaffFileLink } from '#modules/approvals/components/staff-file-link.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { GrowingTable } from '#ui/table/growing-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { AuditChain } from '../../components/audit-chain.tsx'
import {
  AuditActor,
  AuditSubject,
  formatAuditSubject,
} from '../../components/audit-event-details.tsx'
import { AuditEventDrawer } from '../../components/audit-event-drawer.tsx'
import { AuditSearchForm, useAuditSearch } from '../../components/audit-search.tsx'
import { type AuditEventLine, administrationCalls } from '../../components/calls.tsx'
import { describeAuditAction, describeAuditEvent } from '../../model.ts'

const columns: readonly Column<AuditEventLine>[] = [
  {
    id: 'action',
    header: 'Action',
    text: (row) => describeAuditAction(row.action),
    cell: (row) => <span className="strong">{describeAuditAction(row.action)}</span>,
    sort: false,
  },
  {
    id: 'actor',
    header: 'Actor',
    text: (row) => row.actor.label,
    cell: (row) => <AuditActor actor={row.actor} />,
    sort: false,
    priority: 2,
  },
  {
    id: 'subject',
    header: 'Subject',
    text: formatAuditSubject,
    cell: (row) => <AuditSubject subject={row.subject} name={row.subjectName} />,
    sort: false,
  },
  {
    id: 'at',
    header: 'Time, UTC',
    text: (row) => formatDateTime(row.at, 'UTC'),
    cell: (row) => <When at={row.at} timeZone="UTC" />,
    sort: false,
    priority: 3,
  },
  {
    id: 'sequence',
    header: 'Sequence no.',
    text: (row) => row.place ?? 'pending',
    sort: false,
    align: 'end',
    priority: 3,
  },
]

export default function Audit() {
  const { search, onSubmit, clear } = useAuditSearch()
  const list = useInfiniteQuery(
    administrationCalls.audit.infiniteOptions({
      input: (before: string | undefined) => ({ ...search, ...(before && { before }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ data }) => (data.length < 50 ? undefined : data.at(-1)?.before),
    }),
  )

  const { openId, open } = useOpenRow()
  useRowKeys()

  const rows = list.data?.pages.flatMap(({ data }) => data)

  return (
    <Stack>
      <PageTitle>Audit log</PageTitle>
      <PageHeading
        title="Audit log"
        lead="Every action by staff, members and jobs. Events can’t be changed or deleted."
        actions={
          <StaffFileLink path={`/api/admin/audit/file?${new URLSearchParams(search)}`}>
            Export as CSV
          </StaffFileLink>
        }
      />
      <AuditChain />
      <AuditSearchForm
        key={JSON.stringify(search)}
        search={search}
        onSubmit={onSubmit}
        onClear={clear}
      />
      <GrowingTable
        list={list}
        more="Show earlier events"
        caption="Audit events, newest first"
        columns={columns}
        rows={rows}
        rowKey={(row) => row._id}
        empty="No matching events."
        tools={<RowKeysHint />}
        selectedKey={openId}
        rowAction={{
          onPress: (row) => open(row._id),
          label: (row) => describeAuditEvent({ action: row.action, actor: row.actor.label }),
        }}
      />
      <AuditEventDrawer
        event={rows?.find(({ _id }) => _id === openId)}
        onClose={() => open(undefined)}
      />
    </Stack>
  )
}
