import type { Selectable } from 'kysely'
import { formatAmount } from '#lib/money.ts'
import { formatTransactionId } from '#lib/transaction-ids.ts'
import { type LinkTransaction, loadTransactionLinks } from '#modules/chains/queries.ts'
import { attachMemberNames } from '#modules/identity/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { getPayoutChain, getPayoutKinds } from '../model.ts'
import { sumExportedAlone } from '../queries/exportable-withdrawals.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import { getPayoutBatch, listBatchRows } from '../queries/payout-batches.ts'
import { listProgress } from '../queries/payout-progress.ts'
import { listPayoutTransactions } from '../queries/payout-transactions.ts'
import type { WithdrawalTables } from '../tables.ts'
import { toBatchResponse } from './payout-batch.ts'
import { toTransactionResponse } from './payout-transactions.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

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
