import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Button } from '#ui/actions/button.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { When } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { portfolioCalls } from './calls.tsx'

type DataExport = Awaited<ReturnType<typeof portfolioCalls.dataExports.call>>['data'][number]

const ASK_EVERY_MS = 2_000

/** Requests and downloads all of a member's data in one file. */
export function OwnCopy() {
  const dataExports = useQuery({
    ...portfolioCalls.dataExports.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'waiting') ? ASK_EVERY_MS : false,
  })

  const [asking, setAsking] = useState(false)
  const [newest] = dataExports.data?.data ?? []
  const making = newest?.status === 'waiting'

  return (
    <Panel
      title="Your data"
      aside={
        !asking && !making ? (
          <Button size="sm" onClick={() => setAsking(true)}>
            Request my data
          </Button>
        ) : undefined
      }
    >
      <p className="small muted">
        One file with your profile, consents, sessions, wallets, deposits, withdrawals, investments,
        ledger entries, statements, notifications and testimonials. You can request it twice a day,
        and each file is available for 7 days.
      </p>
      {asking && (
        <Asking
          onDone={async () => {
            setAsking(false)
            await dataExports.refetch()
          }}
          onCancel={() => setAsking(false)}
        />
      )}
      {making && (
        <Progress
          label="Preparing your data"
          value={newest.doneParts}
          max={newest.allParts}
          start="Requested"
          end="Ready"
        />
      )}
      {newest?.status === 'ready' && <Ready dataExport={newest} />}
    </Panel>
  )
}

function Asking({ onDone, onCancel }: { onDone: () => Promise<void>; onCancel: () => void }) {
  const form = useFormAction(async ({ password = '' }) => {
    const { message } = await portfolioCalls.requestDataExport.call({ password })
    toast.success(message)
    await onDone()
  })

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <PasswordField
        label="Your password"
        name="password"
        id="data-export-password"
        autoComplete="current-password"
      />
      <FormActions>
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Requesting...">
          Request data
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </FormActions>
    </Form>
  )
}

function Ready({ dataExport }: { dataExport: DataExport }) {
  const { saving, save } = useSaveFile(toast.error)
  return (
    <>
      <KeyValues
        rows={[
          { label: 'Created', value: dataExport.readyAt && <When at={dataExport.readyAt} /> },
          {
            label: 'Available until',
            value: dataExport.expiresAt && <When at={dataExport.expiresAt} />,
          },
        ]}
      />
      <FormActions>
        <Button
          onClick={() => void save(`/api/user/data-exports/${dataExport._id}/file`)}
          pending={saving}
          pendingLabel="Downloading..."
        >
          Download my data
        </Button>
      </FormActions>
    </>
  )
}
