import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { identityCalls } from './calls.tsx'
import { ConsentBoxes, type Statement } from './consent-boxes.tsx'

const UNTIL_AGREED =
  'You can still view your account, withdraw and close it. To deposit, accept the new terms.'

type ConsentRequest = { consentVersion: string; missing: readonly Statement[] }

/**
 * Asks for consent before the dashboard when legal texts have changed; reading and withdrawing do
 * not require it.
 */
export function ConsentGate({
  request,
  children,
}: {
  request: ConsentRequest
  children: ReactNode
}) {
  const [later, setLater] = useState(false)
  if (request.missing.length === 0) return children
  if (!later) return <Asking request={request} onLater={() => setLater(true)} />

  return (
    <>
      <Callout tone="caution" title="Our terms have changed">
        {UNTIL_AGREED}{' '}
        <Button size="sm" onClick={() => setLater(false)}>
          Review terms
        </Button>
      </Callout>
      {children}
    </>
  )
}

function Asking({ request, onLater }: { request: ConsentRequest; onLater: () => void }) {
  const { revalidate } = useRevalidator()
  const queries = useQueryClient()
  const form = useFormAction(async (fields) => {
    const agreed = request.missing.every(({ document }) => fields[`agree-${document}`])
    const consentVersion = agreed ? request.consentVersion : ''
    const { message } = await identityCalls.giveConsent.call({ consentVersion })

    toast.success(message)
    await revalidate()
    await queries.invalidateQueries()
  })

  return (
    <Stack>
      <PageHeading
        title="Our terms have changed"
        lead={'Please read and accept the current terms. We record the text you accepted and when.'}
      />
      <Panel>
        <Form errors={form.errors} onSubmit={form.onSubmit}>
          <ConsentBoxes statements={request.missing} />
          <FormActions>
            <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Saving...">
              I agree
            </Button>
            <Button onClick={onLater}>Not now</Button>
          </FormActions>
        </Form>
      </Panel>
    </Stack>
  )
}
