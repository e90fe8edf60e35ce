import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive, type Member } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { addMonths, type DeclaredStatements, getCategory, parseDeclaration } from '../model.ts'
import { loadEligibility } from '../queries.ts'
import { storeEvidence } from '../steps/store-evidence.ts'

export type DeclareCategory = {
  category: string
  statements: DeclaredStatements
  sessionId: string
}

/**
 * Records which kind of investor a member declares to be, with each statement. Throws
 * `unknown_category` and `declaration_incomplete` (400).
 */
export async function declareCategory(
  app: Pick<App, 'db' | 'clock'>,
  member: Member,
  { category: categoryId, statements, sessionId }: DeclareCategory,
): Promise<void> {
  assertActive(member)

  await runInTransaction(app.db, async (tx) => {
    const eligibility = await loadEligibility(tx, app, member.id)
    const category = getCategory(eligibility.rules, categoryId)
    const declared = parseDeclaration(category, statements)

    const id = await storeEvidence(tx, app, eligibility, {
      kind: 'category',
      sessionId,
      text: { id: category.id, version: category.version, shown: category },
      answered: { statements: declared },
      validUntil: addMonths(app.clock.today(), category.validMonths),
    })

    await record(tx, app.clock.now(), member, 'eligibility.declared', id, { category: category.id })
  })
}
