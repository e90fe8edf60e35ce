import type { Selectable } from 'kysely'
import { formatAmount } from '#lib/money.ts'
import { formatTransactionId } from '#lib/transaction-ids.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { type LinkTransaction, loadTransactionLinks } from '#modules/chains/queries.ts'
import { attachMemberNames } from '#modules/identity/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import {
  describePayoutNetwork,
  getPayoutChain,
  getPayoutKinds,
  MAX_BATCH_LINES,
  sumAmounts,
} from '../model.ts'
import {
  countUnpaidByBatch,
  getPayoutBatch,
  listBatchRows,
  listExportable,
  listPayoutBatches,
  type PayoutBatch,
  sumExportedAlone,
} from '../queries/payout-batches.ts'
import { listPayoutTransactions, listProgress } from '../queries/payout-transactions.ts'
import type { WithdrawalTables } from '../tables.ts'
import { toTransactionResponse } from './payout-transactions.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/** Returns the batch of a withdrawal as the contract answers it. */
export const toBatchOfRow = ({ id, number, status, exportedAt, exportedBy }: PayoutBatch) => ({
  _id: id,
  number: Number(number),
  status,
  exportedAt,
  exportedBy,
})

type Confirmations = { count: number; needed: number | null } | null

async function findWaiting(
  { db, clock }: App,
  permission: 'payout-batch.export' | 'payout-batch.cancel',
  batch: PayoutBatch,
) {
  const open = await findOpenProposal(db, permission, batch.id, clock.now())
  return open && { proposal: open.id, by: open.proposerLabel, at: open.proposedAt }
}

async function toBatchResponse(
  app: App,
  batch: PayoutBatch,
  { unpaid, confirmations }: { unpaid: number; confirmations: Confirmations },
) {
  const { cancelledAt, cancelledBy, cancelReason, status } = batch
  const isOpen = status === 'exported' || status === 'failed'

  return {
    ...toBatchOfRow(batch),
    method: batch.method,
    kind: batch.kind,
    count: batch.withdrawalIds.length,
    sum: batch.cents,
    createdAt: batch.createdAt,
    createdBy: batch.createdBy,
    completedAt: batch.completedAt,
    unpaid,
    confirmations,
    exporting: status === 'created' ? await findWaiting(app, 'payout-batch.export', batch) : null,
    cancelling: isOpen ? await findWaiting(app, 'payout-batch.cancel', batch) : null,
    cancelled: cancelledAt && {
      at: cancelledAt,
      by: cancelledBy ?? '',
      reason: cancelReason ?? '',
    },
  }
}

/** Returns the newest batches, and for each payment method what the next one would contain. */
export async function buildPayoutBatches(app: App) {
  const unpaid = await countUnpaidByBatch(app.db)
  const batches = await listPayoutBatches(app.db)
  const progress = await listProgress(
    app.db,
    batches.map(({ id }) => id),
  )

  return {
    batches: await Promise.all(
      batches.map((batch) =>
        toBatchResponse(app, batch, {
          unpaid: unpaid.get(batch.id) ?? 0,
          confirmations: progress.get(batch.id) ?? null,
        }),
      ),
    ),
    next: await buildNextBatches(app),
  }
}

async function buildNextBatches(app: App) {
  const now = app.clock.now()
  const exportable = await listExportable(app.db, now)
  const { secondAdminFrom } = await getSetting(app.db, app.config, 'withdrawals')
  const alone = await sumExportedAlone(app.db, now)

  const named = await attachMemberNames(
    app.db,
    exportable.map(({ id, member_id: memberId, method, amount, address }) => ({
      id,
      memberId,
      method,
      amount,
      network: describePayoutNetwork(method, address),
    })),
  )
  const groups = Map.groupBy(named, ({ method, network }) => `${method} ${network}`)

  const sorted = [...groups].sort(([one], [other]) => one.localeCompare(other))

  return sorted.flatMap(([, group]) => {
    const rows = group.slice(0, MAX_BATCH_LINES)
    const [first] = rows
    if (!first) return []

    const { method, network } = first
    const sum = sumAmounts(rows)
    return {
      method,
      network,
      count: rows.length,
      sum,
      needsSecondAdmin: sum + alone >= BigInt(secondAdminFrom),
      withdrawals: rows.map(({ id, name, amount }) => ({ _id: id, member: name, amount })),
    }
  })
}

/** Returns a batch with its withdrawals and transactions. Throws `not_found` (404). */
export async function buildPayoutBatch(app: App, id: string) {
  const batch = await getPayoutBatch(app.db, id)
  const rows = await listBatchRows(app.db, batch)
  const transactions = await listPayoutTransactions(app.db, id)
  const { secondAdminFrom } = await getSetting(app.db, app.config, 'withdrawals')
  const alone = await sumExportedAlone(app.db, app.clock.now())
  const unpaid = rows.filter((row) => isUnpaid(batch, row)).length
  const confirmations = (await listProgress(app.db, [id])).get(id) ?? null
  const link = await loadTransactionLinks(app)
  const isSigned = transactions.some(({ rawHex, status }) => rawHex !== null && status !== 'failed')

  return {
    ...(await toBatchResponse(app, batch, { unpaid, confirmations })),
    ...buildChainFacts(app, batch),
    needsSecondAdmin: batch.cents + alone >= BigInt(secondAdminFrom),
    fileSha256: batch.fileSha256,
    units: formatUnits(rows),
    cancellable: ['created', 'exported', 'failed'].includes(batch.status) && !isSigned,
    lines: await buildLines(app, link, rows),
    transactions: transactions
      .filter(({ status }) => status !== 'discarded')
      .map((transaction) => toTransactionResponse(link, batch, transaction)),
  }
}

const isUnpaid = ({ id }: PayoutBatch, { status, payout_batch_id: batchId }: Row): boolean =>
  status === 'approved' && batchId === id

const buildChainFacts = ({ chains }: App, { method, chain }: PayoutBatch) => ({
  kinds: method ? [...getPayoutKinds(chain)] : [],
  provider: method !== null && chains[chain].length > 0,
})

function formatUnits(rows: readonly Row[]): string {
  const coin = rows[0]?.coin
  const units = rows.reduce((sum, row) => sum + (row.coin_amount ?? 0n), 0n)
  return coin ? formatAmount(units, coin) : '0'
}

async function buildLines({ db }: App, link: LinkTransaction, rows: readonly Row[]) {
  const named = await attachMemberNames(
    db,
    rows.map((row) => ({ ...row, memberId: row.member_id })),
  )

  return named.map((row) => ({
    ...toTransactionOfLine(link, row),
    _id: row.id,
    member: row.name,
    address: row.address,
    coin: row.coin,
    coinAmount: formatAmount(row.coin_amount ?? 0n, row.coin),
    amount: row.amount,
    paid: row.status === 'completed' || row.status === 'reversed',
  }))
}

function toTransactionOfLine(link: LinkTransaction, { coin, address, txid }: Row) {
  if (!txid) return { txid: null, explorer: null }

  const chain = getPayoutChain({ coin, address })
  return { txid: formatTransactionId(coin, txid, chain), explorer: link({ chain, coin, txid }) }
}
