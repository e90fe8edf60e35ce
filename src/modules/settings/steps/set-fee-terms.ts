import type { Tx } from '#platform/db/db.ts'
import { FEE_ANNOUNCEMENT_MS, type FeeTerms, type PaymentMethodCode } from '../model.ts'
import type { SettingsTables } from '../tables.ts'

type Announcement = { by: string; at: Date; approvalId?: string }

/**
 * Announces fee terms of a payment method and returns when they take effect: with an approval after
 * 30 days, otherwise at once. The database refuses higher ones without an approval and its notice.
 */
export async function setFeeTerms(
  tx: Tx,
  method: PaymentMethodCode,
  { withdrawalFee, minWithdrawal }: FeeTerms,
  { by, at, approvalId }: Announcement,
): Promise<Date> {
  const effectiveFrom = approvalId ? new Date(at.getTime() + FEE_ANNOUNCEMENT_MS) : at
  await tx
    .withTables<SettingsTables>()
    .insertInto('fee_terms')
    .values({
      method,
      withdrawal_fee_cents: withdrawalFee,
      min_withdrawal_cents: minWithdrawal,
      announced_at: at,
      effective_from: effectiveFrom,
      announced_by: by,
      approval_id: approvalId ?? null,
    })
    .execute()

  return effectiveFrom
}
