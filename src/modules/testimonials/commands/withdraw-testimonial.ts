import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Member } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import type { TestimonialTables } from '../tables.ts'

/**
 * Withdraws a member's consent: their testimonial is never shown again. Does nothing without one.
 */
export async function withdrawTestimonial(app: App, member: Member): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const withdrawn = await tx
      .withTables<TestimonialTables>()
      .updateTable('testimonial')
      .set({ state: 'withdrawn', withdrawn_at: now })
      .where('member_id', '=', member.id)
      .where('state', '!=', 'withdrawn')
      .returning('id')
      .executeTakeFirst()

    if (withdrawn) await record(tx, now, member, 'testimonial.withdrawn', withdrawn.id)
  })

  app.events.publish(toMemberAudience(member.id), 'testimonials')
}
