import { describeWithdrawalFee, METHOD_FACTS } from '#modules/settings/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { DepositDetails } from './calls.tsx'
import { DepositStatusTag } from './status.tsx'

/** Displays the amounts and terms of a deposit. */
export function DepositSummary({ deposit }: { deposit: DepositDetails }) {
  const { plan, coin, fees, credited, received, receivedIn, status, evidence } = deposit
  const isSeen = status === 'pending' && evidence?.payments.some(({ gone }) => !gone)
  const expected = isSeen && evidence ? evidence.worth : deposit.amount
  const arrivalRows =
    received && receivedIn
      ? [
          {
            label: 'Received',
            value: (
              <Money amount={received} {...(receivedIn === 'USD' ? {} : { unit: receivedIn })} />
            ),
          },
        ]
      : []

  const method = METHOD_FACTS[deposit.payment_method].label

  return (
    <Panel title="Your deposit" aside={<DepositStatusTag status={status} />}>
      <KeyValues
        rows={[
          { label: 'Plan', value: plan.name },
          { label: 'Payment method', value: method },
          {
            label: status === 'awaiting_payment' ? 'You send' : 'Quoted',
            value: <Money amount={deposit.coinAmount} unit={coin} />,
          },
          {
            label: 'Rate',
            value: (
              <>
                1 {coin} = <Money amount={deposit.rate} />
              </>
            ),
          },
          { label: 'Deposit fee', value: <Money amount={fees.deposit} /> },
          { label: 'Network fee', value: 'Set by your wallet' },
          {
            label: `${method} withdrawal fee`,
            value: describeWithdrawalFee({ withdrawalFee: fees.withdrawal }),
          },
          { label: 'Minimum withdrawal', value: <Money amount={fees.minWithdrawal} /> },
          ...arrivalRows,
        ]}
        total={
          credited === null && status !== 'rejected'
            ? {
                label: status === 'expired' ? 'Quoted amount' : 'You’ll be credited',
                value: <Money amount={expected} />,
              }
            : {
                label: status === 'reversed' ? 'Credited, then reversed' : 'Credited to you',
                value: <Money amount={credited ?? '0'} />,
              }
        }
      />
    </Panel>
  )
}
