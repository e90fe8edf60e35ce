import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import { toJsonText } from '#platform/http/json.ts'
import { formatProblemKey, isBlockingProblem, type VerifiedStep } from '../model.ts'
import { findVerification } from '../queries/verifications.ts'
import { listAcceptedProblems, listAnchors, runVerification } from '../queries.ts'
import type { IntegrityTables } from '../tables.ts'

/**
 * Verifies the whole ledger in one snapshot and stores the problems after each step. Returns
 * whether a problem is blocking. A finished verification stays unchanged.
 */
export async function verifyIntegrity(app: App, { id }: { id: string }): Promise<boolean> {
  const requested = await findVerification(app.db, id)
  if (!requested || requested.finishedAt) return false

  return await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => runSteps(app, tx, id))
}

async function runSteps(app: App, tx: Tx, id: string): Promise<boolean> {
  const steps: VerifiedStep[] = []
  const anchors = await listAnchors(tx, { limit: 10_000 })

  for await (const step of runVerification(tx, anchors, app.clock.now(), 'the database')) {
    steps.push({ ...step, doneAt: app.clock.now().toISOString() })
    await updateVerification(app, id, { steps: toJsonText(steps) })
  }

  const acceptedKeys = await listAcceptedProblems(tx)
  await updateVerification(app, id, { finished_at: app.clock.now() })

  const problems = steps
    .flatMap((step) => step.problems)
    .filter((problem) => !acceptedKeys.has(formatProblemKey(problem)))

  return problems.some(isBlockingProblem)
}

type VerificationUpdate = { steps?: string; finished_at?: Date }

/** Writes outside the snapshot, so that other sessions see the progress. */
async function updateVerification(app: App, id: string, update: VerificationUpdate) {
  await app.db
    .withTables<IntegrityTables>()
    .updateTable('verification')
    .set({ ...update, progress_at: app.clock.now() })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()

  app.events.publish(STAFF, 'integrity')
}
