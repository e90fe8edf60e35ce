import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { TabLinks } from '#ui/layout/tab-links.tsx'
import type { Column } from '#ui/table/column.ts'
import { GrowingTable } from '#ui/table/growing-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { type MessageLine, messageCalls } from '../../components/message-calls.tsx'
import { MessageDrawer } from '../../components/message-drawer.tsx'
import {
  formatMessageKind,
  formatMessageState,
  MessageTag,
} from '../../components/message-labels.tsx'

const HERE = '/admin-dashboard/messages'
const STATES = ['open', 'new', 'read', 'answered'] as const

const formatTabLabel = (state: (typeof STATES)[number]) =>
  state === 'open' ? 'Open' : formatMessageState(state)

const columns: readonly Column<MessageLine>[] = [
  {
    id: 'from',
    header: 'From',
    text: (row) => `${row.name} ${row.email}`,
    cell: (row) => (
      <>
        <span className="strong">{row.name}</span>
        <br />
        <span className="muted anywhere">{row.email}</span>
      </>
    ),
    sort: false,
  },
  { id: 'subject', header: 'Subject', text: (row) => row.subject, sort: false, priority: 2 },
  {
    id: 'reference',
    header: 'Reference',
    text: (row) => row.reference,
    sort: false,
    priority: 3,
  },
  {
    id: 'kind',
    header: 'Type',
    text: (row) => formatMessageKind(row.kind),
    sort: false,
    priority: 3,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) => formatMessageState(row.state),
    cell: (row) => <MessageTag state={row.state} />,
    sort: false,
  },
  {
    id: 'assignee',
    header: 'Assigned to',
    text: (row) => row.assignee ?? '',
    sort: false,
    priority: 2,
  },
  {
    id: 'received',
    header: 'Received, UTC',
    text: (row) => formatDateTime(row.receivedAt, 'UTC'),
    cell: (row) => <When at={row.receivedAt} timeZone="UTC" />,
    sort: false,
    priority: 3,
  },
]

export default function Messages() {
  const [params] = useSearchParams()
  const state = STATES.find((one) => one === params.get('state'))
  const list = useInfiniteQuery(
    messageCalls.list.infiniteOptions({
      input: (before: string | undefined) => ({
        ...(state && { state }),
        ...(before && { before }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ data }) =>
        data.enquiries.length < 50 ? undefined : data.enquiries.at(-1)?.sequence,
    }),
  )

  const { openId, open } = useOpenRow()
  useRowKeys()

  const counts = list.data?.pages[0]?.data
  const rows = list.data?.pages.flatMap(({ data }) => data.enquiries)

  return (
    <Stack>
      <PageTitle>Messages</PageTitle>
      <PageHeading
        title="Messages"
        lead="Messages from the contact and career forms. Your replies are sent by email."
      />
      <TabLinks
        label="Status"
        tabs={[
          { label: 'All', to: HERE, current: !state },
          ...STATES.map((one) => ({
            label: formatTabLabel(one),
            to: `${HERE}?state=${one}`,
            current: one === state,
            count: one === 'open' ? counts?.open : one === 'new' ? counts?.unread : undefined,
          })),
        ]}
      />
      <GrowingTable
        list={list}
        more="Show earlier messages"
        caption="Messages, newest first"
        columns={columns}
        rows={rows}
        rowKey={(row) => row._id}
        empty="No messages."
        exportName="messages.csv"
        tools={<RowKeysHint />}
        selectedKey={openId}
        rowAction={{
          onPress: (row) => open(row._id),
          label: (row) => `${row.name}: ${row.subject}`,
        }}
      />
      <MessageDrawer id={openId} onClose={() => open(undefined)} />
    </Stack>
  )
}
