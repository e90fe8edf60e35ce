import { buildTransactionRows } from '#modules/transactions/components/transaction-row.tsx'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { Address } from '#ui/figures/address.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { PayoutTransaction } from './calls.tsx'
import { formatConfirmations, transactionStatus } from './payout-status.tsx'

/** Displays the inputs and cost of a batch’s transaction, and its state on the chain. */
export function BatchTransaction({ transaction }: { transaction: PayoutTransaction }) {
  const { txid, explorer, problem, bitcoin, status } = transaction
  const isWrong = status === 'failed' || status === 'dropped'

  return (
    <>
      {problem && <Callout tone={isWrong ? 'error' : 'caution'}>{problem}</Callout>}
      {status === 'dropped' && !problem && (
        <Callout tone="error">
          The network no longer has this transaction. Send it again, or replace it with a higher
          fee.
        </Callout>
      )}
      <KeyValues rows={buildFacts(transaction)} />
      <Details
        rows={[
          ...buildTransactionRows({ txid, explorer }),
          ...(bitcoin ? buildBitcoinRows(bitcoin) : []),
        ]}
      />
    </>
  )
}

function buildFacts({ status, confirmations, needed, bitcoin, ...rest }: PayoutTransaction) {
  const { blockHeight, checkedAt, networkFee } = rest

  return [
    { label: 'State', value: <transactionStatus.StatusTag status={status} /> },
    ...(confirmations === null
      ? []
      : [
          {
            label: 'Confirmations',
            value: formatConfirmations({ count: confirmations, needed }),
          },
        ]),
    ...(blockHeight === null ? [] : [{ label: 'Block', value: String(blockHeight) }]),
    ...(bitcoin
      ? [
          { label: 'Fee rate', value: `${bitcoin.feeRate} sat/vB` },
          { label: 'Network fee', value: <Money amount={bitcoin.fee} unit="BTC" /> },
          { label: 'Inputs', value: <Money amount={bitcoin.inputAmount} unit="BTC" /> },
        ]
      : []),
    ...(networkFee
      ? [{ label: 'Network fee', value: <Money amount={networkFee} unit="ETH" /> }]
      : []),
    ...(checkedAt
      ? [{ label: 'Checked, UTC', value: <When at={checkedAt} timeZone="UTC" /> }]
      : []),
  ]
}

type Bitcoin = NonNullable<PayoutTransaction['bitcoin']>

const buildBitcoinRows = ({ change, inputs, psbt }: Bitcoin) => [
  ...(change
    ? [
        {
          label: 'Change, to your wallet',
          value: (
            <>
              <Money amount={change.amount} unit="BTC" />
              <br />
              <Address value={change.address} />
            </>
          ),
          aside: undefined,
        },
      ]
    : []),
  {
    label: `Spends ${inputs.length} ${inputs.length === 1 ? 'output' : 'outputs'}`,
    value: <span className="mono anywhere">{inputs.join(' ')}</span>,
    aside: undefined,
  },
  {
    label: 'Unsigned transaction, base64',
    value: (
      <span className="small muted">Copy it for wallets that take text instead of a file.</span>
    ),
    aside: <CopyButton text={psbt} />,
  },
]
