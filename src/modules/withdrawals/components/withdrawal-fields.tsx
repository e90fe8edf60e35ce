import type { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents, type Usd } from '#lib/money.ts'
import { AnnouncedFees } from '#modules/settings/components/announced-fees.tsx'
import { MethodCards } from '#modules/settings/components/method-cards.tsx'
import { computeWithdrawalFee, describeWithdrawalFee } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { Columns } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { Source } from '../model.ts'
import { Cost } from './cost.tsx'
import { HowLong } from './how-long.tsx'
import { RedemptionNoticeCallout } from './principal-requiring-notice.tsx'
import { ProfitWaits } from './profit-waits.tsx'
import { SourcePositions } from './source-positions.tsx'
import type { useAsking, WithdrawalFormData } from './use-asking.tsx'
import { WalletFields } from './wallet-fields.tsx'
import { AmountField } from './withdrawal-amount-field.tsx'

export type WithdrawalStepsProps = WithdrawalFormData & { source: Source }

type WithdrawalFieldsProps = WithdrawalStepsProps & {
  ask: ReturnType<typeof useAsking>
  form: ReturnType<typeof useFormAction>
}

/** The form for a withdrawal: amount, positions, method and address. */
export function WithdrawalFields(props: WithdrawalFieldsProps) {
  const { source, available, methods, coolDownHours, ask, form } = props

  return (
    <Columns rail={<CostRail {...props} />}>
      {source === 'profit' ? (
        <ProfitNote profit={available.profit} />
      ) : (
        <RedemptionNoticeCallout principalRequiringNotice={available.principalRequiringNotice} />
      )}
      <Form wide errors={form.errors} onSubmit={form.onSubmit}>
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
        {ask.method && <AnnouncedFees method={ask.method} />}
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
        <p className="small muted">You’ll review everything before confirming.</p>
      </Form>
    </Columns>
  )
}

function CostRail({ source, positions, ask }: WithdrawalFieldsProps) {
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
      <Panel title="Processing time">
        <HowLong />
      </Panel>
    </>
  )
}

const ProfitNote = ({ profit }: { profit: Usd }) =>
  toCents(profit) > 0n ? null : (
    <Callout tone="info">
      You have no profit to withdraw yet. Profit is paid after an investment matures, only from
      income recorded for the plan.
    </Callout>
  )
