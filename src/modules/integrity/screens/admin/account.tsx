import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink, TextLink } from '#ui/actions/text-link.tsx'
import { DayOf } from '#ui/figures/when.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type AccountStatement, integrityCalls } from '../../components/calls.tsx'
import {
  buildAccountLink,
  createSideColumns,
  renderSideTotals,
  Side,
} from '../../components/ledger-labels.tsx'

type Line = AccountStatement['lines'][number]

const columns: readonly Column<Line>[] = [
  {
    id: 'day',
    header: 'Effective date',
    text: (row) => row.effective,
    cell: (row) => <DayOf day={row.effective} />,
    sub: (row) => row.kind.replaceAll('_', ' '),
    sort: false,
  },
  { id: 'number', header: 'Number', text: (row) => `L-${row.seq}`, sort: false, priority: 3 },
  {
    id: 'kind',
    header: 'Kind',
    text: (row) => row.kind.replaceAll('_', ' '),
    sort: false,
    priority: 2,
  },
  {
    id: 'other',
    header: 'Against',
    text: (row) => row.other,
    cell: (row) => (
      <span className="meta anywhere">
        <TextLink to={buildAccountLink(row.other)}>{row.other}</TextLink>
      </span>
    ),
    sort: false,
    priority: 2,
  },
  ...createSideColumns<Line>((row) => row.change),
]

/** Displays the statement of one account: opening balance, debits, credits, closing balance. */
export default function Account() {
  const { code = '' } = useParams()
  const [period, setPeriod] = useState<{ from?: string; to?: string }>({})
  const { data, error, isError, refetch } = useQuery(
    integrityCalls.statement.queryOptions({ input: { account: code, ...period } }),
  )
  const statement = data?.data
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setPeriod({ from: String(form.get('from')), to: String(form.get('to')) })
  }

  const rejection = error instanceof CallError && error.status < 500 ? error.message : undefined

  return (
    <Stack>
      <PageTitle>{code}</PageTitle>
      <PageHeading
        back={<BackLink to="/admin-dashboard/ledger?view=accounts">Accounts</BackLink>}
        title={code}
        lead={statement && `In ${statement.currency}, chained rows by effective date.`}
      />
      <Panel title="Period">
        <Form key={`${statement?.from} ${statement?.to}`} onSubmit={handleSubmit} wide>
          <FieldRow>
            <TextField
              label="From"
              name="from"
              type="date"
              defaultValue={statement?.from}
              required
            />
            <TextField label="To" name="to" type="date" defaultValue={statement?.to} required />
          </FieldRow>
          <FormActions>
            <Button type="submit">Show</Button>
          </FormActions>
        </Form>
      </Panel>
      {rejection ? (
        <Callout tone="error">{rejection}</Callout>
      ) : (
        <TAccount
          statement={statement}
          failed={isError}
          onRetry={() => void refetch()}
          code={code}
        />
      )}
    </Stack>
  )
}

type TAccountProps = {
  statement: AccountStatement | undefined
  failed: boolean
  onRetry: () => void
  code: string
}

const TAccount = ({ statement, failed, onRetry, code }: TAccountProps) => {
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
        caption={`Rows of ${code}`}
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
