import { createHash } from 'node:crypto'
import { createId } from '#lib/ids.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { buildConsentStatements } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Stores the member's consents with the statements that were displayed; earlier ones stay. There is
 * no session at sign-up.
 */
export async function storeConsents(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  memberId: string,
  sessionId: string | null,
): Promise<void> {
  const statements = buildConsentStatements(await getSetting(tx, app.config, 'legal'))
  const rows = statements.map(({ document, version, statement }) => ({
    id: createId('con'),
    member_id: memberId,
    document,
    version,
    statement,
    statement_sha256: createHash('sha256').update(statement).digest('hex'),
    shown_at: app.clock.now(),
    session_id: sessionId,
  }))

  await tx
    .withTables<IdentityTables>()
    .insertInto('consent')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['member_id', 'document', 'version']).doNothing())
    .execute()
}
