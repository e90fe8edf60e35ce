import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { receivePayment } from '#modules/treasury/steps/receive-payment.ts'
import { createReceiptUsedError } from '#modules/treasury/steps/record-arrival-receipt.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import { buildIncomeTransfers, type Income, parseIncome } from '../model.ts'
import type { PlansTables } from '../tables.ts'
import { assertIncomeStated } from './assert-returned-first.ts'

/**
 * Records the income that a second admin has just agreed to, with its receipt, and has it shared
 * out. Throws what `post` throws: `receipt_used` (409) when what arrived was used for something
 * else meanwhile; `assets_placed` (409) when more is placed for the plan than was approved.
 */
export async function carryOutIncome(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const income = parseIncome(proposal.content)
  await assertIncomeStated(tx, income)
  await recordObservedReceipt(app, tx, income, { by: proposal.proposedBy, at: proposal.proposedAt })
  await insertIncome(app, tx, income, proposal.id)

  const transfers = buildIncomeTransfers(income, { on: app.clock.today(), actor: admin.id })
  await post(
    tx,
    transfers.map((leg) => ({ ...leg, approval: proposal.id })),
  )
  await app.jobs.enqueue(tx, 'plans-distribute', { planId: income.planId })

  const details = { ...proposal.content, approval: proposal.id }
  await record(tx, app.clock.now(), admin, 'income.recorded', income.id, details)
  app.events.publish(STAFF, 'plans')
}

/** Records the receipt under the id that was approved, with its observer and time. */
async function recordObservedReceipt(
  app: App,
  tx: Tx,
  { receipt, observedIn: source, reference, outputIndex, currency, units, place }: Income,
  observation: { by: string; at: Date },
) {
  const output = {
    source,
    reference,
    outputIndex,
    currency,
    amount: units,
    into: toCustodyAccountCode(currency, place),
  }

  const id = await receivePayment(tx, app, {
    id: receipt,
    ...output,
    arrivedAt: observation.at,
    recordedBy: observation.by,
  })
  if (id !== receipt) throw createReceiptUsedError(currency)
}

const insertIncome = (app: App, tx: Tx, income: Income, approval: string) =>
  tx
    .withTables<PlansTables>()
    .insertInto('plan_income')
    .values({
      id: income.id,
      plan_id: income.planId,
      cents: income.cents,
      period_from: income.periodFrom,
      period_to: income.periodTo,
      source: income.source,
      evidence_key: income.evidenceKey,
      evidence_type: income.evidenceType,
      evidence_sha256: income.evidenceSha256,
      receipt_id: income.receipt,
      approval_id: approval,
      recorded_on: app.clock.today(),
      recorded_at: app.clock.now(),
    })
    .execute()
