import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { integrityCalls } from '../../components/calls.tsx'
import { TAccount } from '../../components/t-account.tsx'

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
        lead={statement && `Chained rows in ${statement.currency} by effective date.`}
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
