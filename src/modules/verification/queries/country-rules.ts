import { sql } from 'kysely'
import { DAY_MS, type Day } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { type AcceptedDocuments, DEFAULT_ACCEPTED } from '../model.ts'

/** Finds the kinds of documents that the rules of a member's country accept. */
export async function findAcceptedDocuments(
  reader: Reader,
  memberId: string,
  today: Day,
): Promise<AcceptedDocuments> {
  const { rows } = await sql<{ accepted: AcceptedDocuments | null }>`
    select accepted_documents(${memberId}, ${today}::date) as accepted`.execute(reader)

  const { identity, address } = rows[0]?.accepted ?? DEFAULT_ACCEPTED
  return {
    identity: identity.length > 0 ? identity : DEFAULT_ACCEPTED.identity,
    address: address.length > 0 ? address : DEFAULT_ACCEPTED.address,
  }
}

/** Finds how many days the rules of a member's country retain documents after an account's end. */
export async function findRetentionDays(
  reader: Reader,
  { clock }: Pick<App, 'clock'>,
  memberId: string,
): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ until: Date }>`
    select retained_until(${memberId}, ${now}) as until`.execute(reader)
  const until = rows[0]?.until ?? now

  return Math.round((until.getTime() - now.getTime()) / DAY_MS)
}
