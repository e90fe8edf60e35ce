import { buildTransactionRows } from '#modules/transactions/components/transaction-row.tsx'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { joinClasses } from '#ui/classes.ts'
import { Address } from '#ui/figures/address.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { describePayoutNetwork } from '../model.ts'
import type { WithdrawalReview as Review } from './calls.tsx'
import styles from './withdrawal-review.module.css'

export function AmountAndFee({ review: { withdrawal, balance, held, fixed } }: { review: Review }) {
  const { amount, fee, arrives } = withdrawal
  return (
    <DrawerPart title="Amount and fee">
      <KeyValues
        rows={[
          { label: 'Requested', value: <Money amount={amount} /> },
          { label: fixed ? 'Fee' : 'Quoted fee', value: <Money amount={`-${fee}`} /> },
        ]}
        total={{ label: 'Net payout', value: <Money amount={arrives} /> }}
      />
      <p className={joinClasses('muted', styles.left)}>
        The member has <Money amount={balance} /> left and <Money amount={held} /> reserved.
      </p>
    </DrawerPart>
  )
}

const formatNetwork = ({ payment_method, wallet_address }: Review['withdrawal'], network: string) =>
  describePayoutNetwork(payment_method, wallet_address) +
  (network === 'testnet' ? ', a test network' : '')

export function PayoutDestination({ review: { withdrawal, network } }: { review: Review }) {
  const { wallet_address: address, coin } = withdrawal
  return (
    <DrawerPart title="Destination">
      <Details
        rows={[
          {
            label: `${coin} address, ${formatNetwork(withdrawal, network)}`,
            value: <Address value={address} />,
            aside: <CopyButton text={address} label="Copy" />,
          },
          {
            label: 'Withdrawal ID',
            value: <span className="mono meta anywhere">{withdrawal._id}</span>,
            aside: <CopyButton text={withdrawal._id} label="Copy" />,
          },
          ...buildTransactionRows(withdrawal),
        ]}
      />
    </DrawerPart>
  )
}
