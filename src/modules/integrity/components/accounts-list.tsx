import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { GrowingTable } from '#ui/table/growing-table.tsx'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { type AccountLine, integrityCalls } from './calls.tsx'
import {
  ACCOUNT_TYPE_OPTIONS,
  buildAccountLink,
  createSideColumns,
  getAccountTypeLabel,
} from './ledger-labels.tsx'

const columns: readonly Column<AccountLine>[] = [
  {
    id: 'account',
    header: 'Account',
    text: (row) => row.account,
    cell: (row) => <span className="mono meta anywhere">{row.account}</span>,
    sort: false,
  },
  {
    id: 'class',
    header: 'Account type',
    text: (row) => getAccountTypeLabel(row.class),
    cell: (row) => (
      <>
        {row.ownerName && (
          <>
            <span className="strong">{row.ownerName}</span>
            <br />
          </>
        )}
        <span className="muted">{getAccountTypeLabel(row.class)}</span>
      </>
    ),
    sort: false,
    priority: 2,
  },
  { id: 'currency', header: 'Currency', text: (row) => row.currency, sort: false, priority: 3 },
  ...createSideColumns<AccountLine>((row) => row.balance),
]

/** Displays the chart of accounts with balances; searches by code, type or member. */
export function AccountsList() {
  const [search, setSearch] = useState<{ search: string; class?: string }>({ search: '' })
  useRowKeys()

  const list = useInfiniteQuery(
    integrityCalls.accounts.infiniteOptions({
      input: (after: string | undefined) => ({ ...search, ...(after && { after }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ data }) => (data.length < 50 ? undefined : data.at(-1)?.account),
    }),
  )

  const rows = list.data?.pages.flatMap(({ data }) => data)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const accountType = String(form.get('class') ?? '')
    setSearch({
      search: String(form.get('search') ?? ''),
      ...(accountType && { class: accountType }),
    })
  }

  return (
    <Stack>
      <Panel title="Find an account">
        <Form onSubmit={handleSubmit} wide>
          <FieldRow>
            <TextField label="Account code or member’s email" name="search" autoComplete="off" />
            <SelectField
              label="Account type"
              name="class"
              defaultValue=""
              options={[{ value: '', label: 'All accounts' }, ...ACCOUNT_TYPE_OPTIONS]}
            />
          </FieldRow>
          <FormActions>
            <Button type="submit">Search</Button>
          </FormActions>
        </Form>
      </Panel>
      <GrowingTable
        list={list}
        more="Show more"
        caption="Accounts by code"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.account}
        empty="No matching accounts."
        exportName="accounts.csv"
        rowAction={{ to: (row) => buildAccountLink(row.account), label: (row) => row.account }}
      />
    </Stack>
  )
}
