import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { settingsCalls } from '#modules/settings/components/calls.tsx'
import { METHOD_FACTS, type PaymentMethodCode } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { CoolDown } from '../../components/address-hint.tsx'
import { withdrawalCalls } from '../../components/calls.tsx'
import {
  formatNetworkHint,
  SavedAddresses,
  WALLET_FIELDS,
  type WalletsData,
} from '../../components/saved-addresses.tsx'

export default function UpdateWallet() {
  const wallets = useQuery(withdrawalCalls.wallets.queryOptions())
  return (
    <Stack>
      <PageTitle>Withdrawal Gateway</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Withdrawal Gateway"
        lead={'Your saved withdrawal addresses. We only pay to saved addresses.'}
      />
      {wallets.data ? (
        <>
          <SavedAddresses read={wallets.data.data} onSaved={() => wallets.refetch()} />
          <AddressForm
            key={wallets.data.data.saved.map(({ _id }) => _id).join()}
            read={wallets.data.data}
            onSaved={() => wallets.refetch()}
          />
        </>
      ) : wallets.isError ? (
        <ReadFailed onRetry={wallets.refetch} />
      ) : (
        <Panel>
          <SkeletonLines lines={6} />
        </Panel>
      )}
    </Stack>
  )
}

function AddressForm({ read, onSaved }: { read: WalletsData; onSaved: () => Promise<unknown> }) {
  const methods = useQuery(settingsCalls.paymentMethods.queryOptions())
  const getHint = (method: PaymentMethodCode) => {
    const offered = methods.data?.data.find(({ _id }) => _id === method)
    return formatNetworkHint(offered?.chain ?? METHOD_FACTS[method].chain)
  }
  const form = useFormAction(async (fields) => {
    const entered = Object.entries(fields).filter(([, address]) => address.trim() !== '')
    const { message } = await withdrawalCalls.saveWallets.call(Object.fromEntries(entered))
    toast.success(message)
    await onSaved()
  })

  return (
    <Panel title={read.saved.length > 0 ? 'Add or change an address' : 'Add an address'}>
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        {WALLET_FIELDS.map(({ method, name, label }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            className="mono"
            autoComplete="off"
            spellCheck={false}
            optional
            hint={`${getHint(method)}${read[name] ? ' It replaces the saved address.' : ''}`}
          />
        ))}
        <CoolDown />
        <FormActions>
          <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Saving...">
            Save addresses
          </Button>
        </FormActions>
      </Form>
    </Panel>
  )
}
