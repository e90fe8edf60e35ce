import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { findPromise } from '#lib/promises.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive, type Member } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { CONSENT, parseTestimonialTexts, type Testimonial } from '../model.ts'
import { getTestimonial } from '../queries.ts'
import type { TestimonialTables } from '../tables.ts'

export type GiveTestimonial = {
  text: string
  shownName: string
  shownAs: string
  /** The version of the consent that was shown and ticked; any other is no consent. */
  consentVersion: string
}

/**
 * Submits a member's testimonial with their consent. Throws `consent_needed` and field errors
 * (400), `promises_return` (422), `testimonial_exists` (409).
 */
export async function giveTestimonial(
  app: App,
  member: Member,
  input: GiveTestimonial,
): Promise<Testimonial> {
  assertActive(member)

  const texts = parseTestimonialTexts(input)

  if (input.consentVersion !== CONSENT.version)
    throw new DomainError(
      'consent_needed',
      400,
      'Please tick the box to give your consent.',
      'consent',
    )

  const promise = findPromise(texts.text)
  if (promise)
    throw new DomainError(
      'promises_return',
      422,
      `A testimonial can’t promise returns, and “${promise}” reads like a promise. Please ` +
        'rephrase it.',
      'text',
    )

  const id = createId('tst')
  const testimonial = await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const added = await tx
      .withTables<TestimonialTables>()
      .insertInto('testimonial')
      .values({
        id,
        member_id: member.id,
        message: texts.text,
        shown_name: texts.shownName,
        shown_as: texts.shownAs,
        consent_version: CONSENT.version,
        consent_text: CONSENT.text,
        submitted_at: now,
        state: 'offered',
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()

    if (!added)
      throw new DomainError(
        'testimonial_exists',
        409,
        'You already have a testimonial. Withdraw it first.',
      )

    await record(tx, now, member, 'testimonial.submitted', id, { consentVersion: CONSENT.version })

    return await getTestimonial(tx, id)
  })

  app.events.publish(STAFF, 'testimonials')

  return testimonial
}
