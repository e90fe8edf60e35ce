import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Testimonial } from './model.ts'
import type { TestimonialTables } from './tables.ts'

const selectTestimonials = (reader: Reader) =>
  reader.withTables<TestimonialTables>().selectFrom('testimonial').selectAll()

/** A row as everybody else sees it. */
const toTestimonial = (row: Selectable<TestimonialTables['testimonial']>): Testimonial => ({
  id: row.id,
  memberId: row.member_id,
  text: row.words,
  shownName: row.shown_name,
  shownAs: row.shown_as,
  state: row.state,
  consent: {
    version: row.consent_version,
    text: row.consent_text,
    grantedAt: row.given_at,
    withdrawnAt: row.withdrawn_at,
  },
  decision:
    row.decided_by && row.decided_at
      ? { by: row.decided_by, at: row.decided_at, reason: row.reason }
      : null,
})

/** One testimonial, or a 404. */
export async function getTestimonial(reader: Reader, id: string): Promise<Testimonial> {
  const row = await selectTestimonials(reader).where('id', '=', id).executeTakeFirst()
  if (!row) throw createNotFoundError('This testimonial')
  return toTestimonial(row)
}

/** What a member says in public or has offered to; null for nothing, or nothing any more. */
export async function findOwn(reader: Reader, memberId: string): Promise<Testimonial | null> {
  const row = await selectTestimonials(reader)
    .where('member_id', '=', memberId)
    .where('state', '!=', 'withdrawn')
    .executeTakeFirst()
  return row ? toTestimonial(row) : null
}

/** All that a member ever gave, those taken back included, newest first. */
export async function listMemberTestimonials(
  reader: Reader,
  memberId: string,
): Promise<Testimonial[]> {
  return (
    await selectTestimonials(reader)
      .where('member_id', '=', memberId)
      .orderBy('given_at', 'desc')
      .execute()
  ).map(toTestimonial)
}

/** All of them, newest first, those taken back included. */
export async function listTestimonials(reader: Reader): Promise<Testimonial[]> {
  return (await selectTestimonials(reader).orderBy('given_at', 'desc').limit(500).execute()).map(
    toTestimonial,
  )
}

/** How many members have given, and nobody has read. */
export async function countOffered(reader: Reader): Promise<number> {
  const { many } = await reader
    .withTables<TestimonialTables>()
    .selectFrom('testimonial')
    .select(({ fn }) => fn.countAll<bigint>().as('many'))
    .where('state', '=', 'offered')
    .executeTakeFirstOrThrow()

  return Number(many)
}

/**
 * `mark`: a fingerprint of the words, for the picture that is drawn of it; nobody's portrait is
 * invented.
 */
export type PublishedTestimonial = {
  text: string
  shownName: string
  shownAs: string
  mark: string
}

/**
 * What the public reads, newest first: true words of members who agreed to that, and nothing else.
 */
export async function listPublished(reader: Reader, limit = 12): Promise<PublishedTestimonial[]> {
  return await reader
    .withTables<TestimonialTables>()
    .selectFrom('testimonial')
    .select(['words as text', 'shown_name as shownName', 'shown_as as shownAs'])
    .select(sql<string>`encode(sha256(convert_to(words, 'UTF8')), 'hex')`.as('mark'))
    .where('state', '=', 'published')
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute()
}
