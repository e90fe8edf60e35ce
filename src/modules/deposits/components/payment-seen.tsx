import { Fragment } from 'react'
import { Money } from '#ui/figures/money.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { DepositDetails } from './calls.tsx'
import { ChainPayment, formatConfirmations } from './chain-payment.tsx'
import { RefundAddress } from './refund-address.tsx'

type Evidence = NonNullable<DepositDetails['evidence']>

/** Shows a deposit as the blockchain does: what arrived, its confirmations, what is missing. */
export function PaymentSeen({ deposit }: { deposit: DepositDetails }) {
  const { evidence, coin, coinAmount } = deposit
  if (!evidence) return null

  const shown = evidence.payments.filter(({ gone }) => !gone)
  const settled = shown.length > 0 && shown.every((payment) => payment.settled)

  return (
    <Panel title="Your payment">
      <div aria-live="polite">
        <Progress
          label="Confirmations of your payment"
          value={settled ? 1 : evidence.confirmations}
          max={settled ? 1 : Math.max(1, evidence.needed)}
          start={
            <>
              <Money amount={evidence.received} unit={coin} /> of{' '}
              <Money amount={coinAmount} unit={coin} /> received
            </>
          }
          end={shown.length > 0 ? formatConfirmations({ ...evidence, settled }) : 'Not received'}
        />
      </div>
      {deposit.credited === null && <EvidenceNote evidence={evidence} deposit={deposit} />}
      {evidence.payments.map((payment) => (
        <Fragment key={payment._id}>
          <ChainPayment payment={payment} coin={coin} single={shown.length === 1} />
          {deposit.credited === null && !payment.gone && evidence.flag !== 'none' && (
            <RefundAddress paymentId={payment._id} refundAddress={payment.refundAddress} />
          )}
        </Fragment>
      ))}
    </Panel>
  )
}

type NoteProps = { evidence: Evidence; deposit: DepositDetails }

/** Explains an amount or a time that is not as quoted, and what is credited. */
function EvidenceNote({ evidence, deposit: { amount, coin, leftMs } }: NoteProps) {
  const { flag, missing, over, payments } = evidence
  if (payments.every(({ gone }) => gone))
    return (
      <Callout>
        The blockchain no longer shows your payment: it was replaced or dropped before it was
        confirmed. Nothing was credited. You can send it again.
      </Callout>
    )

  const worth = <Money amount={evidence.worth} />
  return (
    <>
      {flag === 'late' && (
        <Callout tone="info" title="Your payment arrived after the rate expired.">
          We credit {worth}, at the rate when it was first seen. Or request a refund below.
        </Callout>
      )}
      {missing && (
        <Callout title="Less than quoted has arrived.">
          Send the other <Money amount={missing} unit={coin} /> to the same address{' '}
          {leftMs > 0 ? (
            <>
              before the rate expires, and we credit <Money amount={amount} />.
            </>
          ) : (
            'at the rate when it arrives.'
          )}{' '}
          If you send nothing more, we credit {worth}. Exchanges take their fee from what is sent.
        </Callout>
      )}
      {over && (
        <Callout tone="info" title="More than quoted has arrived.">
          We credit {worth}, including <Money amount={over} unit={coin} /> above the amount. Or
          request a refund below.
        </Callout>
      )}
    </>
  )
}
