import type { Selectable } from 'kysely'
import { buildAuditEventInsert } from '#modules/audit/steps/record-audit-event.ts'
import { type Member, toRecipient } from '#modules/identity/model.ts'
import { buildCompromiseLinkInsert } from '#modules/identity/steps/create-compromise-link.ts'
import { notifyLocked } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'
import type { WalletRow } from './save-wallet.ts'

type WithdrawalRow = Selectable<WithdrawalTables['withdrawal']>

/** Notifies the member of the request and of a new address, and records the request. */
export async function notifyAndRecord(
  tx: Tx,
  app: App,
  member: Member,
  row: WithdrawalRow,
  added: WalletRow | null,
): Promise<void> {
  const recipient = { ...toRecipient(member), memberId: member.id }
  const warned = added && buildWalletAddedMail(app, added)
  const requested = buildAuditEventInsert(row.created_at, member, 'withdrawal.requested', row.id, {
    amount: row.amount,
    source: row.source,
  })

  await notifyLocked(
    tx,
    app,
    [
      ...(warned ? [{ ...warned.mail, recipient }] : []),
      { template: 'withdrawal-requested', recipient, data: toRequestedMail(row) },
    ],
    [...(warned ? [warned.insert] : []), requested],
  )
}

function buildWalletAddedMail(app: App, { member_id, coin, address, usable_from }: WalletRow) {
  const about = 'wallet-changed'
  const { link, insert } = buildCompromiseLinkInsert(app, { memberId: member_id, about })
  const data = { changes: [{ coin, address }], usableFrom: usable_from, link }

  return { mail: { template: about, data } as const, insert }
}

const toRequestedMail = (row: WithdrawalRow) => ({
  withdrawalId: row.id,
  amount: row.amount,
  fee: row.quoted_fee,
  address: row.address,
  payableFrom: row.payable_from > row.created_at ? row.payable_from : null,
})
