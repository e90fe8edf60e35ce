import type { SimulatedChain } from '#modules/chains/queries.ts'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import styles from './chain.module.css'
import type { RunTool } from './post-tool.ts'

type Chain = SimulatedChain
type TransactionRow = Chain['transactions'][number]
type BlockRow = Chain['blocks'][number]

const Code = ({ children }: { children: string }) => <span className={styles.code}>{children}</span>

const describeOutputs = ({ outputs }: TransactionRow) =>
  outputs.map(({ coin, amount, address }) => `${coin} ${amount} to ${address}`).join(', ')

const describePlace = ({ height, confirmations }: TransactionRow) =>
  height === null
    ? 'Mempool'
    : `Block ${height}, ${confirmations} confirmation${confirmations === 1 ? '' : 's'}`

const buildTransactionColumns = (chain: string, run: RunTool): Column<TransactionRow>[] => [
  {
    id: 'transaction',
    header: 'Transaction',
    text: ({ txid }) => txid,
    cell: ({ txid }) => <Code>{txid}</Code>,
  },
  {
    id: 'pays',
    header: 'Pays',
    text: describeOutputs,
    cell: (row) => <Code>{describeOutputs(row)}</Code>,
    priority: 2,
  },
  { id: 'place', header: 'Place', text: describePlace, priority: 2 },
  {
    id: 'actions',
    header: 'Actions',
    text: () => '',
    sort: false,
    cell: ({ txid, height }) => (
      <div className={styles.actions}>
        {height === null ? (
          <>
            <Button size="sm" onClick={() => run('drop', { chain, txid })}>
              Drop payment
            </Button>
            <Button size="sm" onClick={() => run('replace', { chain, txid })}>
              Replace payment
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => run('double-spend', { chain, txid })}>
            Double-spend payment
          </Button>
        )}
      </div>
    ),
  },
]

const blockColumns: readonly Column<BlockRow>[] = [
  { id: 'height', header: 'Block', text: ({ height }) => String(height) },
  {
    id: 'hash',
    header: 'Hash',
    text: ({ hash }) => hash,
    cell: ({ hash }) => <Code>{hash}</Code>,
    priority: 2,
  },
  {
    id: 'mined',
    header: 'Mined',
    text: ({ minedAt }) => minedAt,
    cell: ({ minedAt }) => (
      <>
        <When at={minedAt} timeZone="UTC" /> UTC
      </>
    ),
    priority: 2,
  },
]

/** Renders the newest transactions of a chain, and what can happen to them. */
export const SimulatedTransactions = ({ chain, run }: { chain: Chain; run: RunTool }) => (
  <DataTable
    caption="Transactions"
    columns={buildTransactionColumns(chain.chain, run)}
    rows={chain.transactions}
    rowKey={({ txid }) => txid}
    plain
    dense
    empty="No transactions yet."
  />
)

/** Renders the newest blocks of a chain. */
export const SimulatedBlocks = ({ chain }: { chain: Chain }) => (
  <DataTable
    caption="Blocks"
    columns={blockColumns}
    rows={chain.blocks}
    rowKey={({ height }) => String(height)}
    plain
    dense
    empty="No blocks yet."
  />
)
