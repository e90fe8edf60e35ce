import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Address } from '#ui/figures/address.tsx'
import { Countdown } from '#ui/figures/countdown.tsx'
import { Money } from '#ui/figures/money.tsx'
import { QrCode, type QrMode } from '#ui/figures/qr-code.tsx'
import { arrowSquareOut } from '#ui/icons.ts'
import { PaymentDetails } from '#ui/layout/payment-details.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type DepositDetails, depositCalls } from './calls.tsx'

const showCopyResult = (worked: boolean) =>
  worked ? toast.success('Address copied to clipboard!') : toast.error('Failed to copy address.')

type PaymentTarget = Pick<DepositDetails, 'address' | 'uri'>

/**
 * Returns the QR codes of a payment: with the amount where wallets read one, and the address alone.
 */
function buildQrModes({ address, uri }: PaymentTarget): [QrMode, ...QrMode[]] {
  const bare: QrMode = {
    label: 'Address only',
    text: address,
    hint: 'Scan with your wallet, then enter the amount.',
  }
  if (uri === address) return [bare]

  return [
    {
      label: 'With amount',
      text: uri,
      hint: 'Scan with your wallet to fill in the address and amount.',
    },
    bare,
  ]
}

/**
 * The exact amount that is still to be paid, the address and the network of a quote, as text and
 * as a QR code.
 */
export function HowToPay({ deposit }: { deposit: DepositDetails }) {
  const { coin, address, network, leftMs, sampleAddress, evidence } = deposit
  const rest = evidence?.missing ?? null
  const amount = rest ?? deposit.coinAmount
  const uri = evidence?.missingUri ?? deposit.uri
  const queries = useQueryClient()
  const readAgain = useCallback(
    () => void queries.invalidateQueries({ queryKey: depositCalls.get.key() }),
    [queries],
  )
  const { chain } = METHOD_FACTS[deposit.payment_method]

  return (
    <PaymentDetails
      code={<QrCode modes={buildQrModes({ address, uri })} label={`QR code for ${address}`} />}
      rows={[
        {
          label: rest ? 'Send the rest, exactly' : 'Send exactly',
          aside:
            leftMs > 0 ? (
              <>
                Rate expires in{' '}
                <b>
                  <Countdown ms={leftMs} over="0:00" onOver={readAgain} />
                </b>
              </>
            ) : (
              'At the rate when it arrives'
            ),
          value: <Money amount={amount} unit={coin} />,
          action: <CopyButton text={amount} label="Copy amount" />,
          large: true,
        },
        {
          label: 'To this address',
          aside: 'Check the highlighted characters',
          value: <Address value={address} />,
          action: (
            <>
              <CopyButton text={address} onCopied={showCopyResult} />
              {uri !== address && (
                <TextLink to={uri} icon={arrowSquareOut}>
                  Open in wallet
                </TextLink>
              )}
            </>
          ),
        },
        {
          label: 'Network',
          value: (
            <>
              {network} {sampleAddress && <Tag tone="neutral">Sample address (test network)</Tag>}
            </>
          ),
        },
      ]}
      warning={
        <p>
          <b>
            Send only {coin} {chain.includes(' on ') ? `(${chain})` : `on the ${chain} network`}.
          </b>{' '}
          Anything else sent to this address will be lost permanently.
        </p>
      }
    />
  )
}
