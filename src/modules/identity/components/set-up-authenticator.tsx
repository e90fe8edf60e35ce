import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { getErrorMessage } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { CopyLine } from '#ui/actions/copy-button.tsx'
import { QrCode } from '#ui/figures/qr-code.tsx'
import { Form } from '#ui/form/form.tsx'
import { CodeField } from '#ui/form/text-field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { getSecurityCalls, type Kind } from './security-calls.tsx'

type Props = { kind: Kind; onClose: () => void; onDone: (codes: readonly string[] | null) => void }

/**
 * Sets up the authenticator in one dialog with two steps: scan, then confirm. The secret is
 * requested once and shown only here.
 */
export function SetUpAuthenticator({ kind, onClose, onDone }: Props) {
  const form = useId()
  const calls = getSecurityCalls(kind)
  const begun = useQuery({
    queryKey: ['begin-authenticator', form],
    queryFn: () => calls.beginAuthenticator.call(),
    staleTime: 'static' as const,
    gcTime: 0,
    retry: false, // a new secret would differ from the one that was scanned
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  })

  const action = useFormAction(async ({ code = '' }) => {
    const { message, data } = await calls.confirmAuthenticator.call({ code })
    toast.success(message)
    onDone(data.codes)
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title="Set up authenticator app"
      actions={
        <>
          <Button onClick={onClose}>Go back</Button>
          {begun.data && (
            <Button
              type="submit"
              form={form}
              variant="primary"
              pending={action.pending}
              pendingLabel="Checking..."
            >
              Turn on
            </Button>
          )}
        </>
      }
    >
      {begun.error && <Callout tone="error">{getErrorMessage(begun.error)}</Callout>}
      {begun.isPending && <SkeletonLines lines={6} />}
      {begun.data && <Scan {...begun.data.data} />}
      {begun.data && (
        <Form id={form} errors={action.errors} onSubmit={action.onSubmit}>
          <CodeField label="Code" name="code" hint="The 6-digit code now shown in the app." />
        </Form>
      )}
    </Dialog>
  )
}

function Scan({ uri, secret }: { uri: string; secret: string }) {
  const grouped = secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <>
      <p>
        Scan this code with your authenticator app or enter the key. You won’t be able to see it
        again.
      </p>
      <QrCode label="Key for your authenticator app" modes={[{ label: 'Key', text: uri }]} />
      <CopyLine text={secret} shown={grouped} />
    </>
  )
}
