import type { Coin } from '#lib/currencies.ts'
import { buildTransactionRows } from '#modules/transactions/components/transaction-row.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import type { DepositDetails } from './calls.tsx'

type Evidence = NonNullable<DepositDetails['evidence']>
export type ChainPaymentLine = Evidence['payments'][number]

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
  /** Leaves out how far it is confirmed, where that is shown above. */
  single?: boolean
  /** Adds the block, the providers and the member's refund address, in UTC. */
  staff?: boolean
}

/** Shows a payment on chain: its amount, how far it is confirmed, and its transaction. */
export const ChainPayment = ({ payment, coin, single = false, staff = false }: Props) => (
  <Details
    rows={[
      ...(staff ? buildRefundRows(payment) : []),
      {
        label: formatPaymentLabel(payment, single),
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
      ...buildTransactionRows({ ...payment, label: formatTransactionLabel(payment, staff) }),
    ]}
  />
)

function formatPaymentLabel(payment: ChainPaymentLine, single: boolean): string {
  if (payment.gone) return 'No longer on the blockchain'
  return single ? 'Amount' : formatConfirmations(payment)
}

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

const formatTransactionLabel = ({ outputIndex }: ChainPaymentLine, staff: boolean) =>
  staff && outputIndex !== null ? `Transaction ID, output ${outputIndex}` : 'Transaction ID'
