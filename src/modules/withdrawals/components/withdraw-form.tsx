import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents, type Usd } from '#lib/money.ts'
import { tidyAmount } from '#lib/typed-amount.ts'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { settingsCalls } from '#modules/settings/components/calls.tsx'
import { MethodCards } from '#modules/settings/components/method-cards.tsx'
import { computeWithdrawalFee, describeWithdrawalFee } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Source } from '../model.ts'
import { type WithdrawalPreview, withdrawalCalls } from './calls.tsx'
import { Cost } from './cost.tsx'
import { HowLong } from './how-long.tsx'
import { RedemptionNoticeCallout } from './principal-requiring-notice.tsx'
import { ProfitWaits } from './profit-waits.tsx'
import { SourcePositions } from './source-positions.tsx'
import { useAsking, type WithdrawalFormData } from './use-asking.tsx'
import { WalletFields } from './wallet-fields.tsx'
import { WithdrawalCheck } from './withdrawal-check.tsx'
import { WithdrawalsClosed } from './withdrawals-closed.tsx'

/** Loads everything that the form displays; `failed` is the first read that failed. */
function useReads() {
  const available = useQuery(withdrawalCalls.available.queryOptions())
  const positions = useQuery(planCalls.positions.queryOptions())
  const methods = useQuery(settingsCalls.paymentMethods.queryOptions())
  const wallets = useQuery(withdrawalCalls.wallets.queryOptions())
  const operator = useQuery(settingsCalls.operator.queryOptions())
  const failed = [available, positions, methods, wallets, operator].find(
    (query) => query.isError && !query.data,
  )
  if (!available.data || !positions.data || !methods.data || !wallets.data || !operator.data)
    return { failed, read: null }

  const read: WithdrawalFormData = {
    available: available.data.data,
    positions: positions.data.data,
    methods: methods.data.data,
    wallets: wallets.data.data.saved,
    coolDownHours: operator.data.data.walletCoolDownHours,
  }

  return { failed, read }
}

/** The page that requests a withdrawal of the balance or of profit. */
export function WithdrawForm({ source, title }: { source: Source; title: string }) {
  const { failed, read } = useReads()
  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard/withdraw">Back to withdraw</BackLink>}
        title={title}
      />
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

type AskingProps = WithdrawalFormData & { source: Source }

/** The form, and then the preview to confirm. Going back retains the entered fields. */
function Asking(props: AskingProps) {
  const { source } = props
  const ask = useAsking(props)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [preview, setPreview] = useState<WithdrawalPreview | null>(null)
  const buildRequestBody = (amount: string) => ({
    amount,
    source,
    payment_channel: ask.method?._id,
    wallet_address: ask.to,
    ...(ask.short && ask.picked.length > 0 ? { positions: ask.picked } : {}),
  })

  const previewForm = useFormAction(async ({ amount = '' }) => {
    const { data } = await withdrawalCalls.preview.call(buildRequestBody(amount))
    setPreview(data)
  })

  const request = async ({ amount }: WithdrawalPreview) => {
    const { message } = await withdrawalCalls.request.call(buildRequestBody(amount))
    ask.clear()
    toast.success(`Withdrawal successful! ${message}`)
    void queries.invalidateQueries()
    await navigate('/dashboard')
  }

  return preview ? (
    <WithdrawalCheck
      preview={preview}
      onBack={() => setPreview(null)}
      onSend={() => request(preview)}
    />
  ) : (
    <AskingForm {...props} ask={ask} form={previewForm} />
  )
}

type FormProps = AskingProps & {
  ask: ReturnType<typeof useAsking>
  form: ReturnType<typeof useFormAction>
}

function AskingForm(props: FormProps) {
  const { source, available, methods, coolDownHours, ask, form } = props

  return (
    <Columns rail={<CostRail {...props} />}>
      <WithdrawalsClosed frozenUntil={available.frozenUntil} />
      {source === 'profit' ? (
        <ProfitNote profit={available.profit} />
      ) : (
        <RedemptionNoticeCallout principalRequiringNotice={available.principalRequiringNotice} />
      )}
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <AmountField value={ask.typed} all={ask.all} onChange={(typed) => ask.change({ typed })} />
        {ask.short && ask.able.length > 1 && (
          <SourcePositions
            positions={ask.able}
            picked={ask.picked}
            onPick={(picked) => ask.change({ picked })}
          />
        )}
        <MethodCards
          name="payment_channel"
          methods={methods}
          value={ask.method?._id ?? null}
          onChange={ask.choose}
          getHint={(method) => `Fee ${describeWithdrawalFee(method)}`}
        />
        <WalletFields
          wallets={ask.ofCoin}
          coolDownHours={coolDownHours}
          address={ask.address}
          onAddress={(address) => ask.change({ address })}
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
        <p className="small muted">You confirm the withdrawal on the next page.</p>
        <HowLong />
      </Form>
    </Columns>
  )
}

function CostRail({ source, positions, ask }: FormProps) {
  const fee = ask.method
    ? computeWithdrawalFee(ask.amount, { withdrawalFee: toCents(ask.method.withdrawalFee) })
    : null
  const profit = source === 'profit'

  return (
    <>
      {ask.amount > 0n && (
        <Cost
          amount={ask.amount}
          fee={fee}
          from={{
            label: profit ? 'From profit' : 'From cash',
            cash: ask.cash,
            positions: ask.giving,
          }}
        />
      )}
      {profit && <ProfitWaits positions={positions} />}
    </>
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

const ProfitNote = ({ profit }: { profit: Usd }) =>
  toCents(profit) > 0n ? null : (
    <Callout tone="info">
      There is no profit to withdraw yet. Profit is paid once the investment date is complete, and
      only out of income recorded for the plan.
    </Callout>
  )
