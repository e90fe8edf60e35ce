import { createNotFoundError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { openProvider } from '../adapters/open-provider.ts'
import { findCheck } from '../queries.ts'

export const READ_CHECK_JOB = 'verification-read-check'

/**
 * Receives a signed event of Sumsub. It is only a hint: a job reads the state of the check from the
 * API, so a repeated, late or invented one changes nothing. Throws `bad_signature` (401),
 * `malformed` (400), and `not_found` (404) where no secret is configured.
 */
export async function receiveEvent(
  app: App,
  { body, headers }: { body: Uint8Array; headers: Headers },
): Promise<void> {
  if (!app.config.SUMSUB_WEBHOOK_SECRET) throw createNotFoundError('The webhook')

  const id = openProvider(app, 'sumsub').parseWebhook(body, headers)
  if (id === null) return

  await runInTransaction(app.db, async (tx) => {
    const found = await findCheck(tx, id)
    if (found) await app.jobs.enqueue(tx, READ_CHECK_JOB, { verificationId: found.id })
  })
}
