import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { type Staff, toRecipient } from '#modules/identity/model.ts'
import { listMembersById, listOpenMemberIds } from '#modules/identity/queries.ts'
import { notifyEach } from '#modules/notifications/steps/queue-mail.ts'
import {
  type FeeTerms,
  METHOD_FACTS,
  type PaymentMethodCode,
  toFeeTexts,
} from '#modules/settings/model.ts'
import { findTerms } from '#modules/settings/queries.ts'
import { setFeeTerms } from '#modules/settings/steps/set-fee-terms.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { createAnnouncement } from './announce-loosening.ts'

const MAIL_BATCH_SIZE = 1_000

/**
 * Announces a higher withdrawal fee or minimum that a second admin has approved: it applies after
 * 30 days, and every member and all staff are mailed now.
 */
export async function announceFees(app: App, tx: Tx, by: Staff, { id, content }: Proposal) {
  const method = content.method as PaymentMethodCode
  const terms = {
    withdrawalFee: BigInt(String(content.withdrawalFee)),
    minWithdrawal: BigInt(String(content.minWithdrawal)),
  }
  const now = app.clock.now()
  const { terms: before } = await findTerms(tx, method, now)
  const effectiveFrom = await setFeeTerms(tx, method, terms, {
    by: by.label,
    at: now,
    approvalId: id,
  })

  await record(tx, now, by, 'setting.changed', `setting:method.${method}`, {
    before: { withdrawalFee: before.withdrawalFee, minWithdrawal: before.minWithdrawal },
    after: { ...terms, effectiveFrom: effectiveFrom.toISOString() },
  })
  await createAnnouncement(app)(tx, {
    state: 'approved',
    by: by.label,
    setting: `method.${method}`,
    changes: toFeeTexts(terms),
    before: toFeeTexts(before),
    effectiveFrom,
  })
  await notifyMembers(app, tx, { method: METHOD_FACTS[method].label, before, terms, effectiveFrom })
}

type FeeChange = {
  method: string
  before: FeeTerms
  terms: FeeTerms
  effectiveFrom: Date
}

async function notifyMembers(
  app: App,
  tx: Tx,
  { method, before, terms, effectiveFrom }: FeeChange,
) {
  const ids = await listOpenMemberIds(tx)
  const data = {
    method,
    feeBefore: before.withdrawalFee,
    fee: terms.withdrawalFee,
    minBefore: before.minWithdrawal,
    min: terms.minWithdrawal,
    effectiveFrom,
  }

  for (let from = 0; from < ids.length; from += MAIL_BATCH_SIZE) {
    const members = await listMembersById(tx, ids.slice(from, from + MAIL_BATCH_SIZE))
    const deliveries = [...members.values()].map((member) => ({
      recipient: { ...toRecipient(member), memberId: member.id },
      data,
    }))
    await notifyEach(tx, app, deliveries, 'fees-raised')
  }
}
