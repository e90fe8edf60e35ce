import type { DepositLine } from '#modules/deposits/components/calls.tsx'
import { DepositTimeline } from '#modules/deposits/components/deposit-timeline.tsx'
import type { OwnWithdrawal } from '#modules/withdrawals/components/calls.tsx'
import { WithdrawalTimeline } from '#modules/withdrawals/components/withdrawal-timeline.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './overview.module.css'

const DEPOSIT_TITLES: Partial<Record<DepositLine['status'], string>> = {
  pending: 'Deposit in review',
  expired: 'Quote expired',
}

const getDepositTitle = ({ status, evidence }: DepositLine) =>
  evidence?.state === 'confirming'
    ? 'Deposit being confirmed'
    : (DEPOSIT_TITLES[status] ?? 'Deposit awaiting payment')

/** Shows a deposit that is not credited yet and its next step. */
export function WaitingDeposit({ deposit }: { deposit: DepositLine }) {
  return (
    <Panel title={getDepositTitle(deposit)} aside={<Money amount={deposit.investment.amount} />}>
      <div className={styles.progress}>
        <DepositTimeline deposit={deposit} />
        <p>
          <span className={styles.wide}>Not included in your balance yet</span>
          <TextLink to={`/dashboard/deposit-details?id=${deposit._id}`}>Details</TextLink>
        </p>
      </div>
    </Panel>
  )
}

/** Shows a withdrawal that is not paid yet. */
export function WaitingWithdrawal({ withdrawal }: { withdrawal: OwnWithdrawal }) {
  return (
    <Panel
      title={withdrawal.status === 'approved' ? 'Withdrawal approved' : 'Withdrawal requested'}
      aside={<Money amount={withdrawal.amount} />}
    >
      <div className={styles.progress}>
        <WithdrawalTimeline withdrawal={withdrawal} />
        <p>
          <span className={styles.wide}>No longer in your account balance</span>
          <TextLink to={`/dashboard/withdraw-history?open=${withdrawal._id}`}>Details</TextLink>
        </p>
      </div>
    </Panel>
  )
}
