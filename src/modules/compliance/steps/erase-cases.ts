import type { Tx } from '#platform/db/db.ts'
import { toJsonText } from '#platform/http/json.ts'
import type { ScreenedPerson } from '../model.ts'
import type { ComplianceTables } from '../tables.ts'

const ERASED: ScreenedPerson = { name: 'Erased', birthDate: null, country: null }

/** Erases the personal data in the screening cases of a closed account; the decisions stay. */
export async function eraseScreeningCases(tx: Tx, memberId: string, at: Date): Promise<void> {
  await tx
    .withTables<ComplianceTables>()
    .updateTable('screening_case')
    .set({ person: toJsonText(ERASED) as never, matched_name: ERASED.name, erased_at: at })
    .where('member_id', '=', memberId)
    .where('erased_at', 'is', null)
    .execute()
}
