import { DAY_MS } from '#lib/dates.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import type { EnquiryTables } from '../tables.ts'

/**
 * Deletes enquiries older than the operator's retention period, with their files. Returns the
 * count.
 */
export async function deleteOldEnquiries(app: App): Promise<number> {
  const gone = await runInTransaction(app.db, async (tx) => {
    const { messageDays } = await getSetting(tx, app.config, 'retention')
    const oldest = new Date(app.clock.now().getTime() - messageDays * DAY_MS)

    return await tx
      .withTables<EnquiryTables>()
      .deleteFrom('enquiry')
      .where('received_at', '<', oldest)
      .returning('cv_key')
      .execute()
  })

  await discardFiles(
    app,
    gone.flatMap(({ cv_key: key }) => key ?? []),
  )

  return gone.length
}
