import type { Coin } from '#lib/currencies.ts'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { arrowSquareOut } from '#ui/icons.ts'
import { Details } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { DepositReview } from './calls.tsx'
import styles from './payment-seen.module.css'
import { formatConfirmations } from './payment-seen.tsx'

type Evidence = NonNullable<DepositReview['evidence']>
type ChainPayment = Evidence['payments'][number]

/** What the blockchain shows of a deposit, for the admin who decides on it. */
export function ChainEvidence({ review }: { review: DepositReview }) {
  const { evidence, deposit } = review
  if (!evidence) return null

  const { coin, coinAmount } = deposit
  return (
    <DrawerPart title="On the blockchain">
      {evidence.state === 'reversed' && deposit.status === 'completed' && (
        <Callout tone="error" title="The blockchain no longer shows this payment." live>
          It was credited. Nothing is debited automatically: check the transaction and reverse the
          deposit if the payment is lost.
        </Callout>
      )}
      {evidence.disputed && (
        <Callout title="The providers disagree about this payment.">
          It can’t be confirmed until they agree.
        </Callout>
      )}
      <p>
        <Money amount={evidence.received} unit={coin} /> of{' '}
        <Money amount={coinAmount} unit={coin} /> received
        {evidence.missing && (
          <>
            , <Money amount={evidence.missing} unit={coin} /> missing
          </>
        )}
        {evidence.over && (
          <>
            , <Money amount={evidence.over} unit={coin} /> more than quoted
          </>
        )}
        {evidence.flag === 'late' && ', first seen after the quote expired'}.
      </p>
      {deposit.status === 'pending' && evidence.flag !== 'none' && (
        <p className="muted">
          Confirming credits what arrived at the rates below. To refund it instead, reject the
          deposit: its payments are then listed as unmatched.
        </p>
      )}
      {evidence.payments.map((payment) => (
        <Details key={payment._id} rows={buildRows(payment, coin)} />
      ))}
    </DrawerPart>
  )
}

const buildRows = (payment: ChainPayment, coin: Coin) => [
  ...(payment.refundAddress
    ? [
        {
          label: 'The member asks for a refund to',
          value: <span className="mono meta anywhere">{payment.refundAddress}</span>,
        },
      ]
    : []),
  {
    label: payment.gone ? 'No longer on the blockchain' : formatConfirmations(payment),
    value: (
      <>
        <Money amount={payment.received} unit={coin} />
        {payment.rate && (
          <>
            {' '}
            at <Money amount={payment.rate} />
          </>
        )}
      </>
    ),
  },
  {
    label: 'First seen',
    value: (
      <>
        <When at={payment.arrivedAt} timeZone="UTC" /> UTC
        {payment.block === null ? ', in no block yet' : `, in block ${payment.block}`}
      </>
    ),
  },
  {
    label: payment.neededProviders > 1 ? `Shown by, ${payment.neededProviders} needed` : 'Shown by',
    value: payment.providers.join(', ') || 'No provider that answers: not known yet',
  },
  {
    label:
      payment.outputIndex === null ? 'Transaction' : `Transaction, output ${payment.outputIndex}`,
    value: <span className="mono meta anywhere">{payment.txid}</span>,
    aside: (
      <span className={styles.actions}>
        <CopyButton text={payment.txid} label="Copy" />
        {payment.explorer && (
          <TextLink to={payment.explorer} icon={arrowSquareOut}>
            View in explorer
          </TextLink>
        )}
      </span>
    ),
  },
]
