import { Money } from '#ui/figures/money.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { DepositReview } from './calls.tsx'
import { ChainPayment } from './chain-payment.tsx'

/** Shows the deposit's payments on the blockchain to the admin who decides on it. */
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
        <ChainPayment key={payment._id} payment={payment} coin={coin} staff />
      ))}
    </DrawerPart>
  )
}
