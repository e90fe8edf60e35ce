import type { DepositLine } from '#modules/deposits/components/calls.tsx'
import { DepositTimeline } from '#modules/deposits/components/deposit-timeline.tsx'
import type { OwnWithdrawal } from '#modules/withdrawals/components/calls.tsx'
import { WithdrawalTimeline } from '#modules/withdrawals/components/withdrawal-timeline.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Panel } from '#ui/layout/panel.tsx'

/** Shows a deposit that is not credited yet and its next step. */
export function WaitingDeposit({ deposit }: { deposit: DepositLine }) {
  return (
    <Panel
      title={deposit.status === 'pending' ? 'Deposit in review' : 'Deposit to be paid'}
      aside={<Money amount={deposit.investment.amount} />}
      foot={
        <>
          <span>Not part of your balance yet</span>
          <TextLink to={`/dashboard/deposit-details?id=${deposit._id}`}>Details</TextLink>
        </>
      }
    >
      <DepositTimeline deposit={deposit} />
    </Panel>
  )
}

/** Shows a withdrawal that is not paid yet. */
export function WaitingWithdrawal({ withdrawal }: { withdrawal: OwnWithdrawal }) {
  return (
    <Panel
      title={withdrawal.status === 'approved' ? 'Withdrawal approved' : 'Withdrawal requested'}
      aside={<Money amount={withdrawal.amount} />}
      foot={
        <>
          <span>Set aside, out of your balance</span>
          <TextLink to={`/dashboard/withdraw-history?open=${withdrawal._id}`}>Details</TextLink>
        </>
      }
    >
      <WithdrawalTimeline withdrawal={withdrawal} />
    </Panel>
  )
}
