import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { Button } from '#ui/actions/button.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import type { Column } from '#ui/table/column.ts'
import { GrowingTable } from '#ui/table/growing-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { AuditChain } from '../../components/audit-chain.tsx'
import { buildDetailRows } from '../../components/audit-event-details.tsx'
import { type AuditEventLine, administrationCalls } from '../../components/calls.tsx'

const columns: readonly Column<AuditEventLine>[] = [
  {
    id: 'action',
    header: 'Action',
    text: (row) => row.action,
    cell: (row) => <span className="strong">{row.action}</span>,
    sub: (row) => `${row.actor.label}, ${formatDateTime(row.at, 'UTC')}`,
    sort: false,
  },
  { id: 'actor', header: 'Actor', text: (row) => row.actor.label, sort: false, priority: 2 },
  {
    id: 'subject',
    header: 'Subject',
    text: (row) => row.subject,
    cell: (row) => <span className="mono meta anywhere">{row.subject}</span>,
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
    id: 'place',
    header: 'Place',
    text: (row) => row.place ?? 'pending',
    sort: false,
    align: 'end',
    priority: 3,
  },
]

const FIELDS = ['search', 'action', 'since', 'until'] as const

/** Returns the search that is stored in the URL, with actions that change it. */
function useSearch() {
  const [params, setParams] = useSearchParams()
  const search = Object.fromEntries(
    FIELDS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  )
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()

    const typed = new FormData(event.currentTarget)
    setParams(
      Object.fromEntries(
        FIELDS.flatMap((name) => (typed.get(name) ? [[name, String(typed.get(name)).trim()]] : [])),
      ),
    )
  }

  return {
    search: search as Record<string, string>,
    onSubmit: handleSubmit,
    clear: () => setParams({}),
  }
}

export default function Audit() {
  const { search, onSubmit, clear } = useSearch()
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
      <PageTitle>Audit</PageTitle>
      <PageHeading
        title="Audit"
        lead="Every action of staff, members and jobs. Entries can’t be changed or deleted."
        actions={
          <a
            className="link"
            href={`/api/admin/audit/file?${new URLSearchParams(search)}`}
            download
          >
            Export as CSV
          </a>
        }
      />
      <AuditChain />
      <SearchForm
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
          label: (row) => `${row.action} by ${row.actor.label}`,
        }}
      />
      <AuditEventDrawer
        event={rows?.find(({ _id }) => _id === openId)}
        onClose={() => open(undefined)}
      />
    </Stack>
  )
}

type SearchProps = {
  search: Record<string, string>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClear: () => void
}

const SearchForm = ({ search, onSubmit, onClear }: SearchProps) => {
  const id = useId()
  return (
    <Panel title="Search">
      <Form id={id} onSubmit={onSubmit} wide>
        <FieldRow>
          <TextField
            label="Text"
            name="search"
            defaultValue={search.search}
            hint="Name, id, reason or amount"
          />
          <TextField
            label="Action"
            name="action"
            defaultValue={search.action}
            hint="Such as deposit or staff"
          />
        </FieldRow>
        <FieldRow>
          <TextField label="From" name="since" type="date" defaultValue={search.since} />
          <TextField label="Until" name="until" type="date" defaultValue={search.until} />
        </FieldRow>
        <FormActions>
          <Button type="submit">Search</Button>
          {Object.keys(search).length > 0 && <Button onClick={onClear}>Show all</Button>}
        </FormActions>
      </Form>
    </Panel>
  )
}

const AuditEventDrawer = ({
  event,
  onClose,
}: {
  event: AuditEventLine | undefined
  onClose: () => void
}) => (
  <Drawer open={event !== undefined} onClose={onClose} title={event?.action ?? 'Audit event'}>
    {event && (
      <>
        <DrawerPart title="Event">
          <KeyValues
            rows={[
              { label: 'Actor', value: `${event.actor.label} (${event.actor.kind})` },
              {
                label: 'Actor id',
                value: <span className="mono meta anywhere">{event.actor._id}</span>,
              },
              {
                label: 'Subject',
                value: <span className="mono meta anywhere">{event.subject}</span>,
              },
              { label: 'Time, UTC', value: <When at={event.at} timeZone="UTC" /> },
            ]}
          />
        </DrawerPart>
        <DrawerPart title="Details">
          {Object.keys(event.details).length > 0 ? (
            <KeyValues rows={buildDetailRows(event.details)} />
          ) : (
            <p>None.</p>
          )}
        </DrawerPart>
        <DrawerPart title="Place in the chain">
          {event.place ? (
            <p>
              {event.place}, hash <span className="mono meta anywhere">{event.hash}</span>
            </p>
          ) : (
            <p>Not chained yet. This takes about a second.</p>
          )}
        </DrawerPart>
      </>
    )}
  </Drawer>
)
