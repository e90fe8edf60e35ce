import { invariant } from '#lib/invariant.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { findStatement } from './queries.ts'
import { signApproval } from './steps/sign-approval.ts'

const SANDBOX = {
  MODE: 'sandbox',
  SECRET: 'a secret of thirty-two letters and more, for tests',
  PUBLIC_URL: 'http://localhost:3000',
} as App['config']

/**
 * Signs the approval of a proposal that a test recorded in SQL, with the software key that the
 * sandbox has for this admin.
 */
export async function signTestApproval(
  tx: Tx,
  proposalId: string,
  adminId: string,
  at: Date,
): Promise<void> {
  const statement = await findStatement(tx, proposalId, adminId)
  invariant(statement, 'the proposal is there')

  const app = { config: SANDBOX, clock: { now: () => at } as App['clock'] }
  await signApproval(tx, app, adminId, { subject: proposalId, statement, signature: undefined })
}
