import { createId } from '#lib/ids.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { OperationTables } from '../tables.ts'

export type BackupResult = { at: Date; how: 'cluster' | 'dump'; bytes: number; seq: bigint }

/** Records a backup that was written and verified, so that its age can be checked. */
export async function recordBackup(app: App, { at, how, bytes, seq }: BackupResult): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    const id = createId('bak')
    await tx
      .withTables<OperationTables>()
      .insertInto('backup_made')
      .values({ id, made_at: at, how, bytes: BigInt(bytes), seq })
      .execute()

    await record(tx, app.clock.now(), systemActor, 'backup.made', id, { how, bytes, seq })
  })
}
