import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { toFormErrors } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { appContext } from '../context.ts'
import { postTool } from './post-tool.ts'

export const loader = ({ context }: LoaderFunctionArgs) => {
  const { clock } = context.get(appContext)
  return { today: clock.today(), offsetDays: clock.offsetDays(), now: clock.now().toISOString() }
}

export default function DevClock() {
  const { today, offsetDays, now } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<unknown>()
  const [pending, setPending] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setPending(true)
    postTool('/dev/clock', { days: Number(new FormData(event.currentTarget).get('days')) })
      .then(() => revalidate())
      .then(() => setError(undefined), setError)
      .finally(() => setPending(false))
  }

  return (
    <>
      <PageHeading
        title="Clock"
        lead={
          'Accrual and maturity follow the simulated date. Sessions, tokens, locks, quotes, ' +
          'cooling-off periods and the wait before questions are answered again use real time: ' +
          'they end at an instant, which the evidence records as it was.'
        }
      />
      <Panel>
        <KeyValues
          rows={[
            { label: 'Simulated date', value: <CalendarDay day={today} /> },
            { label: 'Days ahead of the real date', value: String(offsetDays) },
            {
              label: 'Real time',
              value: (
                <>
                  <When at={now} timeZone="UTC" /> UTC
                </>
              ),
            },
          ]}
        />
      </Panel>
      <Panel title="Move the date forward">
        <Form onSubmit={submit} errors={toFormErrors(error)}>
          <TextField
            label="Days"
            name="days"
            inputMode="numeric"
            defaultValue="1"
            hint="You can’t move the date back."
          />
          <FormActions>
            <Button type="submit" variant="primary" pending={pending} pendingLabel="Moving…">
              Move date
            </Button>
          </FormActions>
        </Form>
      </Panel>
    </>
  )
}
