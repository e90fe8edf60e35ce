import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { leave } from '#platform/client/signed-out.ts'
import { Button } from '#ui/actions/button.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { listClosingEffects } from '../model.ts'
import { portfolioCalls } from './calls.tsx'
import styles from './close-account.module.css'

type Closing = Awaited<ReturnType<typeof portfolioCalls.closing.call>>['data']

/**
 * Closes an account: shows the obstacles, then what is erased and what is retained, then the form.
 */
export function CloseAccount() {
  const closing = useQuery(portfolioCalls.closing.queryOptions())
  const [asking, setAsking] = useState(false)
  const read = closing.data?.data

  return (
    <Panel title="Close account">
      {!read ? (
        closing.isError ? (
          <ReadFailed onRetry={closing.refetch} />
        ) : (
          <SkeletonLines lines={3} />
        )
      ) : read.obstacles.length > 0 ? (
        <InTheWay obstacles={read.obstacles} />
      ) : asking ? (
        <CloseAccountForm closing={read} onCancel={() => setAsking(false)} />
      ) : (
        <>
          <WhatHappens closing={read} />
          <FormActions>
            <Button onClick={() => setAsking(true)}>Close my account</Button>
          </FormActions>
        </>
      )}
    </Panel>
  )
}

function InTheWay({ obstacles }: { obstacles: Closing['obstacles'] }) {
  return (
    <>
      <p>You can’t close your account yet:</p>
      <ul className={styles.list}>
        {obstacles.map(({ code, text, to }) => (
          <li key={code}>
            {text}{' '}
            <Link className="link" to={to}>
              {' '}
              Resolve{' '}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

const WhatHappens = ({ closing: { retention } }: { closing: Closing }) => (
  <>
    <p className="small muted">You’ll be logged out everywhere.</p>
    <Details
      rows={listClosingEffects(retention).map(({ label, text }) => ({ label, value: text }))}
    />
  </>
)

function CloseAccountForm({ closing, onCancel }: { closing: Closing; onCancel: () => void }) {
  const form = useFormAction(({ password = '', confirmation = '' }) =>
    leave(
      () => portfolioCalls.close.call({ password, confirmation }),
      ({ data }) => `/account-closed?reference=${data.reference}`,
    ),
  )
  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <Callout tone="caution" title="This can’t be undone" inPanel>
        You can open a new account later with the same email address.
      </Callout>
      <WhatHappens closing={closing} />
      <TextField
        label={`Type ${closing.phrase}`}
        name="confirmation"
        autoComplete="off"
        spellCheck={false}
        className="mono"
      />
      <PasswordField
        label="Your password"
        name="password"
        id="closing-password"
        autoComplete="current-password"
      />
      <FormActions>
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Closing...">
          Close my account permanently
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </FormActions>
    </Form>
  )
}
