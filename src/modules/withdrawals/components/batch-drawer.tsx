import { useQuery } from '@tanstack/react-query'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { Address } from '#ui/figures/address.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { BatchActions } from './batch-actions.tsx'
import { buildBatchSteps } from './batch-steps.tsx'
import { BatchTransaction } from './batch-transaction.tsx'
import { type PayoutBatchDetails, withdrawalCalls } from './calls.tsx'
import { batchStatus, KIND_LABELS } from './payout-status.tsx'

type Props = { id: string | undefined; onClose: () => void }

/** The drawer of a payout batch: its withdrawals, transactions, history and next action. */
export function BatchDrawer({ id, onClose }: Props) {
  const { data, isError, refetch } = useQuery({
    ...withdrawalCalls.batch.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
    refetchInterval: 15_000,
  })
  const batch = id ? data?.data : undefined

  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title={batch ? `Payout batch ${batch.number}` : 'Payout batch'}
      aside={batch && <batchStatus.StatusTag status={batch.status} />}
      foot={batch && <BatchActions batch={batch} />}
    >
      {isError && !batch && <ReadFailed onRetry={() => void refetch()} />}
      {batch && <BatchContent batch={batch} />}
    </Drawer>
  )
}

function BatchContent({ batch }: { batch: PayoutBatchDetails }) {
  return (
    <>
      <DrawerPart title="Summary">
        <Summary batch={batch} />
      </DrawerPart>
      {batch.transactions.map((transaction) => (
        <DrawerPart
          key={transaction._id}
          title={
            batch.transactions.length > 1 ? `Transaction ${transaction.version}` : 'Transaction'
          }
        >
          <BatchTransaction transaction={transaction} />
        </DrawerPart>
      ))}
      <DrawerPart title="Withdrawals">
        <Details rows={batch.lines.map(toLineRow)} />
      </DrawerPart>
      <DrawerPart title="History">
        <Timeline steps={buildBatchSteps(batch)} />
      </DrawerPart>
    </>
  )
}

function Summary({ batch }: { batch: PayoutBatchDetails }) {
  const { lines, kind, method, fileSha256, exportedAt } = batch
  const coin = lines[0]?.coin as 'BTC' | 'ETH' | 'USDT' | undefined
  const exported =
    kind && exportedAt
      ? [
          { label: 'File', value: KIND_LABELS[kind] },
          {
            label: 'File (SHA-256)',
            value: <span className="mono anywhere">{fileSha256}</span>,
          },
          { label: 'Exported, UTC', value: <When at={exportedAt} timeZone="UTC" /> },
        ]
      : []

  return (
    <KeyValues
      rows={[
        { label: 'Payment method', value: method ? METHOD_FACTS[method].label : 'Several' },
        { label: 'Withdrawals', value: `${lines.length} (${batch.unpaid} unpaid)` },
        ...(coin && method
          ? [{ label: 'To be paid', value: <Money amount={batch.units} unit={coin} /> }]
          : []),
        ...exported,
      ]}
      total={{ label: 'Total', value: <Money amount={batch.sum} /> }}
    />
  )
}

type Line = PayoutBatchDetails['lines'][number]

const toLineRow = (line: Line) => ({
  label: line.member,
  aside: line.paid ? 'Paid' : 'Not paid',
  value: (
    <>
      <Money amount={line.coinAmount} unit={line.coin as 'BTC' | 'ETH' | 'USDT'} />
      <br />
      <Address value={line.address} />
    </>
  ),
})
