import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import type { Testimonial } from '../model.ts'
import { getTestimonial } from '../queries.ts'
import type { TestimonialTables } from '../tables.ts'

export type DecideTestimonial = { id: string; publish: boolean; reason: string }

const REASON_LIMIT = 500

/**
 * Publishes or rejects a testimonial, with a reason; its text cannot be edited. Throws
 * `reason_needed` (400), `consent_withdrawn` (409), `not_found` (404).
 */
export async function decideTestimonial(
  app: App,
  admin: Staff,
  { id, publish, reason }: DecideTestimonial,
): Promise<Testimonial> {
  assertPermitted(admin, 'testimonials.decide')

  const trimmedReason = reason.trim()
  if (!publish && (trimmedReason === '' || trimmedReason.length > REASON_LIMIT))
    throw new DomainError('reason_needed', 400, 'Please give a reason for hiding it.', 'reason')

  const decided = await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const { state } = await getTestimonial(tx, id)
    const decision = {
      decided_by: admin.label,
      decided_at: now,
      reason: publish ? null : trimmedReason,
    }
    const changed = await tx
      .withTables<TestimonialTables>()
      .updateTable('testimonial')
      .set({ state: publish ? 'published' : 'hidden', ...decision })
      .where('id', '=', id)
      .where('state', '!=', 'withdrawn')
      .executeTakeFirst()

    if (state === 'withdrawn' || changed.numUpdatedRows === 0n)
      throw new DomainError('consent_withdrawn', 409, 'The member has withdrawn their consent.')

    const details = publish ? {} : { reason: trimmedReason }
    await record(
      tx,
      now,
      admin,
      publish ? 'testimonial.published' : 'testimonial.hidden',
      id,
      details,
    )

    return await getTestimonial(tx, id)
  })

  app.events.publish(toMemberAudience(decided.memberId), 'testimonials')

  return decided
}
