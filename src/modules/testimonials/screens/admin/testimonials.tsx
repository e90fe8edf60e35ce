import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { type StaffTestimonial, testimonialCalls } from '../../components/calls.tsx'
import { TestimonialDrawer } from '../../components/testimonial-drawer.tsx'
import { formatTestimonialState, TestimonialTag } from '../../components/testimonial-labels.tsx'

const columns: readonly Column<StaffTestimonial>[] = [
  {
    id: 'name',
    header: 'Shown as',
    text: (row) => `${row.shownName} ${row.member.name}`,
    cell: (row) => <span className="strong">{row.shownName}</span>,
  },
  { id: 'words', header: 'Text', text: (row) => row.text, sort: false, priority: 2 },
  {
    id: 'state',
    header: 'Status',
    text: (row) => formatTestimonialState(row.state),
    cell: (row) => <TestimonialTag state={row.state} />,
  },
  {
    id: 'given',
    header: 'Submitted, UTC',
    text: (row) => formatDateTime(row.submittedAt, 'UTC'),
    cell: (row) => <When at={row.submittedAt} timeZone="UTC" />,
    sort: (row) => row.submittedAt,
    priority: 3,
  },
]

export default function Testimonials() {
  const { data, isError, refetch } = useQuery(testimonialCalls.list.queryOptions())
  const { openId, open } = useOpenRow()
  const table = useUrlTableState()

  useRowKeys()

  return (
    <Stack>
      <PageTitle>Testimonials</PageTitle>
      <PageHeading
        title="Testimonials"
        lead="Written by members and shown with their consent. Staff can’t write or edit them."
      />
      <Panel flush>
        <DataTable
          caption="Testimonials, newest first"
          columns={columns}
          rows={data?.data}
          rowKey={(row) => row._id}
          failed={isError}
          onRetry={() => void refetch()}
          empty="No testimonials yet."
          exportName="testimonials.csv"
          dense
          tools={<RowKeysHint />}
          selectedKey={openId}
          rowAction={{ onPress: (row) => open(row._id), label: (row) => row.shownName }}
          {...table}
        />
      </Panel>
      <TestimonialDrawer
        one={data?.data.find(({ _id }) => _id === openId)}
        onClose={() => open(undefined)}
      />
    </Stack>
  )
}
