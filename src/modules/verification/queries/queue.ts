import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { Verification, VerificationStatus } from '../model.ts'
import { getTables, toVerification } from './rows.ts'

const MAX_ROWS = 500

/** Lists verifications for staff: those in review by their promised time, others newest first. */
export async function listQueue(
  reader: Reader,
  status: VerificationStatus | undefined,
): Promise<Verification[]> {
  const all = getTables(reader).selectFrom('identity_verification').selectAll()
  const some = status ? all.where('status', '=', status) : all
  const rows = await some
    .orderBy(sql`status <> 'in_review'`)
    .orderBy(sql`case when status = 'in_review' then due_at end`)
    .orderBy('sequence', 'desc')
    .limit(MAX_ROWS)
    .execute()

  return rows.map(toVerification)
}

/** Counts the verifications in review, and those whose promised time has passed. */
export async function countInReview(
  reader: Reader,
  now: Date,
): Promise<{ inReview: number; overdue: number }> {
  const { in_review: inReview, overdue } = await getTables(reader)
    .selectFrom('identity_verification')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('in_review'),
      fn.countAll<bigint>().filterWhere('due_at', '<=', now).as('overdue'),
    ])
    .where('status', '=', 'in_review')
    .executeTakeFirstOrThrow()

  return { inReview: Number(inReview), overdue: Number(overdue) }
}
