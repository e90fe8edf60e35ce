import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Testimonial } from './model.ts'
import type { TestimonialTables } from './tables.ts'

const selectTestimonials = (reader: Reader) =>
  reader.withTables<TestimonialTables>().selectFrom('testimonial').selectAll()

/** Returns a testimonial from its row. */
const toTestimonial = (row: Selectable<TestimonialTables['testimonial']>): Testimonial => ({
  id: row.id,
  memberId: row.member_id,
  text: row.message,
  shownName: row.shown_name,
  shownAs: row.shown_as,
  state: row.state,
  consent: {
    version: row.consent_version,
    text: row.consent_text,
    grantedAt: row.submitted_at,
    withdrawnAt: row.withdrawn_at,
  },
  decision:
    row.decided_by && row.decided_at
      ? { by: row.decided_by, at: row.decided_at, reason: row.reason }
      : null,
})

/** Returns one testimonial. Throws `not_found` (404). */
export async function getTestimonial(reader: Reader, id: string): Promise<Testimonial> {
  const row = await selectTestimonials(reader).where('id', '=', id).executeTakeFirst()
  if (!row) throw createNotFoundError('This testimonial')
  return toTestimonial(row)
}

/** Finds the testimonial that a member has published or submitted. */
export async function findOwn(reader: Reader, memberId: string): Promise<Testimonial | null> {
  const row = await selectTestimonials(reader)
    .where('member_id', '=', memberId)
    .where('state', '!=', 'withdrawn')
    .executeTakeFirst()
  return row ? toTestimonial(row) : null
}

/** Lists all testimonials of a member, newest first, including withdrawn ones. */
export async function listMemberTestimonials(
  reader: Reader,
  memberId: string,
): Promise<Testimonial[]> {
  return (
    await selectTestimonials(reader)
      .where('member_id', '=', memberId)
      .orderBy('submitted_at', 'desc')
      .execute()
  ).map(toTestimonial)
}

/** Lists all testimonials, newest first, including withdrawn ones. */
export async function listTestimonials(reader: Reader): Promise<Testimonial[]> {
  return (
    await selectTestimonials(reader).orderBy('submitted_at', 'desc').limit(500).execute()
  ).map(toTestimonial)
}

/** Counts the testimonials that staff has not read. */
export async function countOffered(reader: Reader): Promise<number> {
  const { many } = await reader
    .withTables<TestimonialTables>()
    .selectFrom('testimonial')
    .select(({ fn }) => fn.countAll<bigint>().as('many'))
    .where('state', '=', 'offered')
    .executeTakeFirstOrThrow()

  return Number(many)
}

/** `mark`: a fingerprint of the text, for its generated picture; portraits are never invented. */
export type PublishedTestimonial = {
  text: string
  shownName: string
  shownAs: string
  mark: string
}

/** Lists published testimonials, newest first: unedited texts of members with consent. */
export async function listPublished(reader: Reader, limit = 12): Promise<PublishedTestimonial[]> {
  return await reader
    .withTables<TestimonialTables>()
    .selectFrom('testimonial')
    .select(['message as text', 'shown_name as shownName', 'shown_as as shownAs'])
    .select(sql<string>`encode(sha256(convert_to(message, 'UTF8')), 'hex')`.as('mark'))
    .where('state', '=', 'published')
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute()
}
