import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { COIN_TABLE, mapWalletFields } from '#lib/currencies.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AddressHint, CoolDown, findMainWallet } from '../../components/address-hint.tsx'
import {
  AddressRemovals,
  WALLET_FIELDS,
  type WalletsData,
} from '../../components/address-removals.tsx'
import { withdrawalCalls } from '../../components/calls.tsx'

export default function UpdateWallet() {
  const wallets = useQuery(withdrawalCalls.wallets.queryOptions())
  return (
    <Stack>
      <PageTitle>Withdrawal Gateway</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Withdrawal Gateway"
        lead={'The addresses that your withdrawals go to. We pay only to saved addresses.'}
      />
      {wallets.data ? (
        <SavedAddresses
          key={wallets.data.data.saved.map(({ _id }) => _id).join()}
          read={wallets.data.data}
          saved={() => wallets.refetch()}
        />
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

function SavedAddresses({ read, saved }: { read: WalletsData; saved: () => Promise<unknown> }) {
  const form = useFormAction(async (fields) => {
    const addresses = mapWalletFields((coin) => fields[COIN_TABLE[coin].walletField])
    const { message } = await withdrawalCalls.saveWallets.call(addresses)
    toast.success(message)
    await saved()
  })

  return (
    <Panel>
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        {WALLET_FIELDS.map(({ name, coin, label, network }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            defaultValue={read[name]}
            className="mono"
            autoComplete="off"
            spellCheck={false}
            optional
            hint={
              <AddressHint
                network={network}
                wallet={findMainWallet(read.saved, coin)}
                now={read.now}
              />
            }
          />
        ))}
        <CoolDown />
        <FormActions>
          <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Saving...">
            Save addresses
          </Button>
        </FormActions>
      </Form>
      <AddressRemovals read={read} saved={saved} />
    </Panel>
  )
}
