import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/**
 * Stores the name and contact details of a member whose account is about to be closed, with the
 * retention by the rules that apply to the member now. Nothing is stored of an account whose email
 * address was never verified.
 */
export async function storeClosedIdentity(tx: Tx, memberId: string, now: Date): Promise<void> {
  await sql`
    insert into closed_identity (member_id, first_name, last_name, email, phone_number, country,
      signed_up_on, verified_at, closed_at, rules_until)
    select id, first_name, last_name, email, phone_number, country, signed_up_on, verified_at,
      ${now}, retained_until(id, ${now})
    from member where id = ${memberId} and verified_at is not null`.execute(tx)
}
