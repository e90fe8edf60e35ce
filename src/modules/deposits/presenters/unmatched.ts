import { formatTransactionId } from '#lib/transaction-ids.ts'
import { type LinkTransaction, loadTransactionLinks } from '#modules/chains/queries.ts'
import { attachMemberNames } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { formatCoinAmount, UNMATCHED_LABELS } from '../model.ts'
import { listUnmatchedPayments, type UnmatchedPayment } from '../queries/unmatched-payments.ts'

/** Returns the payments that belong to no deposit, with the member who is proposed. */
export async function buildUnmatched(app: App) {
  const payments = await listUnmatchedPayments(app.db)
  const link = await loadTransactionLinks(app)
  const owned = payments.flatMap(({ id, memberId }) => (memberId ? [{ id, memberId }] : []))
  const members = new Map(
    (await attachMemberNames(app.db, owned)).map(({ id, memberId, name, email }) => [
      id,
      { _id: memberId, name, email },
    ]),
  )

  return payments.map((payment) => ({
    ...toUnmatched(link, payment),
    member: members.get(payment.id) ?? null,
  }))
}

const toUnmatched = (
  link: LinkTransaction,
  { id, chain, coin, units, txid, reason, ...payment }: UnmatchedPayment,
) => ({
  _id: id,
  coin,
  received: formatCoinAmount(units, coin),
  txid: formatTransactionId(coin, txid, chain),
  explorer: link({ chain, coin, txid }),
  firstSeenAt: payment.firstSeenAt,
  reason: UNMATCHED_LABELS[reason ?? 'unknown_address'],
  refundAddress: payment.refundAddress,
  disputed: payment.disputed,
})
