import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAct } from '#modules/identity/components/use-act.tsx'
import { type OwnPosition, planCalls } from '#modules/plans/components/calls.tsx'
import { type OfferedMethod, settingsCalls } from '#modules/settings/components/calls.tsx'
import { PageTitle } from '#modules/settings/components/house.tsx'
import { MethodCards } from '#modules/settings/components/method-cards.tsx'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { plainAmount, tidyAmount } from '#ui/form/amount-text.ts'
import { Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Notice } from '#ui/status/notice.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { centsOf, type Source, shortfallOf } from '../model.ts'
import { type Available, type SavedWallet, withdrawalCalls } from './calls.tsx'
import { Cost } from './cost.tsx'
import { HowLong } from './how-long.tsx'
import { TakeFrom } from './take-from.tsx'
import { UnderNotice } from './under-notice.tsx'
import { WalletFields } from './wallet-fields.tsx'
import { WithdrawalsClosed } from './withdrawals-closed.tsx'

type Read = {
  available: Available
  positions: readonly OwnPosition[]
  methods: readonly OfferedMethod[]
  wallets: readonly SavedWallet[]
  coolDownHours: number
}

/** Everything that the form needs to say before it asks; `failed` is the first read that didn't work. */
function useReads() {
  const available = useQuery(withdrawalCalls.available.queryOptions())
  const positions = useQuery(planCalls.positions.queryOptions())
  const methods = useQuery(settingsCalls.paymentMethods.queryOptions())
  const wallets = useQuery(withdrawalCalls.wallets.queryOptions())
  const operator = useQuery(settingsCalls.operator.queryOptions())
  const failed = [available, positions, methods, wallets, operator].find((one) => one.isError && !one.data)
  if (!available.data || !positions.data || !methods.data || !wallets.data || !operator.data)
    return { failed, read: null }
  const read: Read = {
    available: available.data.data,
    positions: positions.data.data.filter(({ status, noticeDays }) => status === 'open' && noticeDays === 0),
    methods: methods.data.data,
    wallets: wallets.data.data.saved,
    coolDownHours: operator.data.data.walletCoolDownHours,
  }
  return { failed, read }
}

/** Asking for a withdrawal of the balance or of profit. */
export function WithdrawForm({ source, title }: { source: Source; title: string }) {
  const { failed, read } = useReads()
  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHeading back={<BackLink to="/dashboard/withdraw">Back to withdraw</BackLink>} title={title} />
      {read ? (
        <Asking source={source} {...read} />
      ) : failed ? (
        <ReadFailed onRetry={failed.refetch} />
      ) : (
        <Panel>
          <SkeletonLines lines={8} />
        </Panel>
      )}
    </Stack>
  )
}

/** What the member has put into the form, and what follows from it. */
function useAsking({ source, available, positions, methods, wallets }: Read & { source: Source }) {
  const [typed, setTyped] = useState('')
  const [method, setMethod] = useState<OfferedMethod | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  const [picked, setPicked] = useState<string[]>([])
  const ofCoin = wallets.filter((wallet) => wallet.coin === method?.coin)
  const amount = centsOf(plainAmount(typed) ?? '')
  const cash = centsOf(source === 'profit' ? available.profit : available.cash)
  const able = source === 'profit' ? [] : positions
  const chosen = picked.flatMap((id) => able.find((position) => position._id === id) ?? [])
  const choose = (next: OfferedMethod) => {
    setMethod(next)
    setAddress(null)
    toast.success(`${next.name} selected`)
  }
  return {
    ...{ typed, setTyped, method, choose, address, setAddress, setPicked, ofCoin, amount, cash, able },
    picked: chosen.map((position) => position._id),
    giving: chosen.length > 0 ? chosen : able,
    all: source === 'profit' ? available.profit : available.withdrawable,
    to: address ?? ofCoin[0]?.address ?? '',
    short: shortfallOf(amount, cash) > 0n,
    methods,
  }
}

function Asking(props: Read & { source: Source }) {
  const { source, available, coolDownHours } = props
  const ask = useAsking(props)
  const navigate = useNavigate()
  const form = useAct(async ({ amount, payment_channel }) => {
    const { message } = await withdrawalCalls.request.call({
      ...{ amount, payment_channel, source, wallet_address: ask.to },
      ...(ask.short && ask.picked.length > 0 ? { positions: ask.picked } : {}),
    })
    toast.success(`Withdrawal successful! ${message}`)
    await navigate('/dashboard')
  })
  const fee = ask.method ? centsOf(ask.method.withdrawalFee) : null
  const label = source === 'profit' ? 'From profit' : 'From cash'
  return (
    <Columns
      rail={
        ask.amount > 0n && (
          <Cost amount={ask.amount} fee={fee} from={{ label, cash: ask.cash, positions: ask.giving }} />
        )
      }
    >
      <WithdrawalsClosed frozenUntil={available.frozenUntil} />
      {source === 'profit' ? (
        <ProfitNote profit={available.profit} />
      ) : (
        <UnderNotice underNotice={available.underNotice} />
      )}
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <AmountField value={ask.typed} all={ask.all} onChange={ask.setTyped} />
        {ask.short && ask.able.length > 1 && (
          <TakeFrom positions={ask.able} picked={ask.picked} onPick={ask.setPicked} />
        )}
        <MethodCards
          name="payment_channel"
          methods={ask.methods}
          value={ask.method?._id ?? null}
          onChange={ask.choose}
          hintOf={({ withdrawalFee }) => `Fee $${withdrawalFee}`}
        />
        <WalletFields
          wallets={ask.ofCoin}
          coolDownHours={coolDownHours}
          address={ask.address}
          onAddress={ask.setAddress}
        />
        <FormActions>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={form.pending}
            pendingLabel="Processing..."
          >
            Proceed to Payment
          </Button>
        </FormActions>
        <HowLong />
      </Form>
    </Columns>
  )
}

type AmountProps = { value: string; all: string; onChange: (typed: string) => void }

function AmountField({ value, all, onChange }: AmountProps) {
  return (
    <MoneyField
      label="Amount"
      name="amount"
      value={value}
      onChange={onChange}
      hint={
        <>
          You have <Money amount={all} /> available.
        </>
      }
      action={
        <Button size="sm" onClick={() => onChange(tidyAmount(all))}>
          Max
        </Button>
      }
    />
  )
}

const ProfitNote = ({ profit }: { profit: string }) =>
  centsOf(profit) > 0n ? null : (
    <Notice tone="info">
      There is no profit to withdraw yet. Profit is paid once the investment date is complete, and only out of
      income recorded for the plan.
    </Notice>
  )
