import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { getErrorMessage, useFormAction } from '#app-ui/use-form-action.tsx'
import { COIN_TABLE, mapWalletFields, type WalletField } from '#lib/currencies.ts'
import { settingsCalls } from '#modules/settings/components/calls.tsx'
import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Countdown } from '#ui/figures/countdown.tsx'
import { When } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type SavedWallet, withdrawalCalls } from '../../components/calls.tsx'

const FIELDS = PAYMENT_METHODS.map((method) => {
  const { coin, label, chain } = METHOD_FACTS[method]
  return {
    coin,
    name: COIN_TABLE[coin].walletField,
    label: `${label} address`,
    network: chain.includes(' on ') ? `${chain}.` : `On ${chain}.`,
  }
})

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
        <Addresses
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

type WalletsData = Record<WalletField, string> & {
  saved: readonly SavedWallet[]
  now: string
}

function Addresses({ read, saved }: { read: WalletsData; saved: () => Promise<unknown> }) {
  const form = useFormAction(async (fields) => {
    const addresses = mapWalletFields((coin) => fields[COIN_TABLE[coin].walletField])
    const { message } = await withdrawalCalls.saveWallets.call(addresses)
    toast.success(message)
    await saved()
  })

  return (
    <Panel>
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        {FIELDS.map(({ name, coin, label, network }) => (
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
              <Hint network={network} wallet={findMainWallet(read.saved, coin)} now={read.now} />
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
      <Removals read={read} saved={saved} />
    </Panel>
  )
}

/** One button an address, as long as another one stays: the server refuses the last. */
function Removals({ read, saved }: { read: WalletsData; saved: () => Promise<unknown> }) {
  const [pending, setPending] = useState('')
  const there = FIELDS.filter(({ name }) => read[name] !== '')
  if (there.length < 2) return null

  const remove = async (name: (typeof FIELDS)[number]['name']) => {
    setPending(name)

    try {
      toast.success((await withdrawalCalls.saveWallets.call({ [name]: '' })).message)
      await saved()
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending('')
    }
  }

  return (
    <FormActions>
      {there.map(({ name, label }) => (
        <Button
          key={name}
          size="sm"
          variant="ghost"
          onClick={() => void remove(name)}
          pending={pending === name}
          pendingLabel="Removing..."
        >
          Remove the {label}
        </Button>
      ))}
    </FormActions>
  )
}

const findMainWallet = (saved: readonly SavedWallet[], coin: string) =>
  saved.find((wallet) => wallet.main && wallet.coin === coin)

type HintProps = { network: string; wallet: SavedWallet | undefined; now: string }

/** The saved addresses and the remaining waiting period of a new one, by the server's time. */
function Hint({ network, wallet, now }: HintProps) {
  if (!wallet) return <>{network} None is saved.</>
  return wallet.usable ? (
    <>{network} Saved, and can be paid.</>
  ) : (
    <>
      {network} Saved. It can be paid from <When at={wallet.usableFrom} />, in{' '}
      <Countdown ms={Date.parse(wallet.usableFrom) - Date.parse(now)} over="a moment" />.
    </>
  )
}

function CoolDown() {
  const { data } = useQuery(settingsCalls.operator.queryOptions())
  if (!data) return null

  const hours = data.data.walletCoolDownHours

  return (
    <Callout tone="info">
      {hours > 0
        ? `A new or changed address can be paid after ${hours} hours, and you get an e-mail ` +
          'at once.'
        : 'You get an e-mail whenever an address is added or changed.'}{' '}
      At least one address has to be there. Clear a field to remove its address.
    </Callout>
  )
}
