import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { Role } from '#lib/roles.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toJsonText } from '#platform/http/json.ts'
import { assertMay, type Permission, PROPOSAL_LIFE_MS, type Proposal } from '../model.ts'
import { getProposal } from '../queries.ts'

export type Propose = {
  /** Made beforehand by who names the proposal in what it will post. */
  id?: string
  permission: Permission
  subjectId: string
  content: Record<string, unknown>
  /**
   * `ledger.posting_hash()` of what it will post; without one the ledger takes no posting for it.
   */
  postingHash?: Buffer
}

/** Writes down what an admin wants, for another one to decide within three days. */
export async function propose(
  tx: Tx,
  app: Pick<App, 'clock'>,
  admin: Actor & { role: Role },
  { id = createId('prp'), permission, subjectId, content, postingHash }: Propose,
): Promise<Proposal> {
  assertMay(admin, permission)

  const now = app.clock.now()
  const expires = new Date(now.getTime() + PROPOSAL_LIFE_MS)
  await sql`select approvals.propose(${id}, ${permission}, ${subjectId}, ${toJsonText(content)},
    ${postingHash ?? null},
    ${admin.id}, ${admin.label}, ${now}, ${expires})`.execute(tx)
  await record(tx, now, admin, 'proposal.made', id, { act: permission, about: subjectId })

  return await getProposal(tx, id)
}
