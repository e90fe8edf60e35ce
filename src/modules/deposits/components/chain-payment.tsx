import type { Coin } from '#lib/currencies.ts'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { arrowSquareOut } from '#ui/icons.ts'
import { Details } from '#ui/layout/key-values.tsx'
import type { DepositDetails } from './calls.tsx'
import styles from './chain-payment.module.css'

type Evidence = NonNullable<DepositDetails['evidence']>
export type ChainPaymentLine = Evidence['payments'][number]

type TransactionLine = Pick<ChainPaymentLine, 'txid' | 'explorer'> & { outputIndex?: number | null }

/** Returns how far a payment is confirmed: '1 of 2 confirmations'. */
export const formatConfirmations = ({
  settled,
  confirmations,
  needed,
}: Pick<ChainPaymentLine, 'settled' | 'confirmations' | 'needed'>): string =>
  settled
    ? 'Confirmed'
    : needed === 0
      ? 'Waiting for a final block'
      : `${confirmations} of ${needed} confirmations`

type Props = {
  payment: ChainPaymentLine
  coin: Coin
  /** Adds the block, the providers and the member's refund address, in UTC. */
  staff?: boolean
}

/** Shows a payment on chain: its amount, how far it is confirmed, and its transaction. */
export const ChainPayment = ({ payment, coin, staff = false }: Props) => (
  <Details
    rows={[
      ...(staff ? buildRefundRows(payment) : []),
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
        value: staff ? <SeenByStaff payment={payment} /> : <When at={payment.arrivedAt} />,
      },
      ...(staff ? [buildProvidersRow(payment)] : []),
      buildTransactionRow(payment, staff),
    ]}
  />
)

const buildRefundRows = ({ refundAddress }: ChainPaymentLine) =>
  refundAddress === null
    ? []
    : [
        {
          label: 'The member asks for a refund to',
          value: <span className="mono meta anywhere">{refundAddress}</span>,
        },
      ]

const SeenByStaff = ({ payment: { arrivedAt, block } }: { payment: ChainPaymentLine }) => (
  <>
    <When at={arrivedAt} timeZone="UTC" /> UTC
    {block === null ? ', in no block yet' : `, in block ${block}`}
  </>
)

const buildProvidersRow = ({ neededProviders, providers }: ChainPaymentLine) => ({
  label: neededProviders > 1 ? `Shown by, ${neededProviders} needed` : 'Shown by',
  value: providers.join(', ') || 'No provider that answers: not known yet',
})

/** Returns the row of a transaction id, with its copy button and its page in the explorer. */
export const buildTransactionRow = (
  { txid, explorer, outputIndex = null }: TransactionLine,
  showsOutput = false,
) => ({
  label:
    showsOutput && outputIndex !== null
      ? `Transaction ID, output ${outputIndex}`
      : 'Transaction ID',
  value: <span className="mono meta anywhere">{txid}</span>,
  aside: (
    <span className={styles.actions}>
      <CopyButton text={txid} label="Copy" />
      {explorer && (
        <TextLink to={explorer} icon={arrowSquareOut}>
          View in explorer
        </TextLink>
      )}
    </span>
  ),
})
