import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Permission, Proposal, ProposalState } from './model.ts'
import type { ApprovalTables } from './tables.ts'

export {
  findStatement,
  listApprovalKeys,
  listKeyGenerations,
  listOwnApprovalKeys,
  listSignatures,
  listSigningKeys,
} from './queries/approval-keys.ts'
export { listUnsignedApprovals } from './queries/unsigned-approvals.ts'

const selectProposals = (reader: Reader) =>
  reader.withTables<ApprovalTables>().selectFrom('approvals.proposals').selectAll()

const toProposal = (row: Selectable<ApprovalTables['approvals.proposals']>): Proposal => ({
  id: row.id,
  permission: row.permission as Permission,
  subjectId: row.subject_id,
  content: JSON.parse(row.content),
  contentHash: row.content_hash.toString('hex'),
  proposedBy: row.proposed_by,
  proposerLabel: row.proposer_label,
  proposedAt: row.proposed_at,
  expiresAt: row.expires_at,
  sequence: row.sequence,
  decision:
    row.approved === null || !row.decided_by || !row.decider_label || !row.decided_at
      ? null
      : {
          approved: row.approved,
          by: row.decided_by,
          label: row.decider_label,
          at: row.decided_at,
          reason: row.reason,
        },
})

/** Returns a proposal, decided or not. Throws `not_found` (404). */
export async function getProposal(reader: Reader, id: string): Promise<Proposal> {
  const row = await selectProposals(reader).where('id', '=', id).executeTakeFirst()
  if (!row) throw createNotFoundError('This proposal')
  return toProposal(row)
}

/** Returns the newest undecided proposal of an operation on a subject, or null. */
export async function findOpenProposal(
  reader: Reader,
  permission: Permission,
  subjectId: string,
  now: Date,
): Promise<Proposal | null> {
  const row = await selectProposals(reader)
    .where('permission', '=', permission)
    .where('subject_id', '=', subjectId)
    .where('decided_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

  return row ? toProposal(row) : null
}

export type ProposalFilter = { state?: ProposalState; before?: bigint; limit?: number }

/** Returns proposals, newest first: all of them or those in one state; at most 200. */
export async function listProposals(
  reader: Reader,
  now: Date,
  { state, before, limit = 100 }: ProposalFilter = {},
): Promise<Proposal[]> {
  let query = selectProposals(reader).orderBy('sequence', 'desc').limit(Math.min(limit, 200))
  if (before !== undefined) query = query.where('sequence', '<', before)
  if (state === 'waiting')
    query = query.where('decided_at', 'is', null).where('expires_at', '>', now)
  if (state === 'expired')
    query = query.where('decided_at', 'is', null).where('expires_at', '<=', now)
  if (state === 'approved' || state === 'rejected')
    query = query.where('approved', '=', state === 'approved')

  return (await query.execute()).map(toProposal)
}

/** Returns the names of the admins who approved proposals, by the ids of the proposals. */
export async function listApproverLabels(
  reader: Reader,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const approved = ids.filter((id) => id !== null)
  if (approved.length === 0) return new Map()

  const rows = await reader
    .withTables<ApprovalTables>()
    .selectFrom('approvals.proposals')
    .select(['id', 'decider_label as label'])
    .where('id', 'in', approved)
    .where('approved', '=', true)
    .execute()

  return new Map(rows.flatMap(({ id, label }) => (label ? [[id, label]] : [])))
}

/** Returns the number of proposals that wait for a second admin. */
export async function countWaiting(reader: Reader, now: Date): Promise<number> {
  const { count } = await reader
    .withTables<ApprovalTables>()
    .selectFrom('approvals.proposals')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('decided_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()

  return Number(count)
}

/** The undecided proposals: since when the oldest waits, and how many expire soon. */
export type WaitingProposals = {
  oldest: Date | null
  expiring: number
  firstExpiresAt: Date | null
}

/** Returns since when the oldest undecided proposal waits, and which expire before an instant. */
export async function getWaitingProposals(
  reader: Reader,
  now: Date,
  expiringBefore: Date,
): Promise<WaitingProposals> {
  const { oldest, expiring, first } = await reader
    .withTables<ApprovalTables>()
    .selectFrom('approvals.proposals')
    .select(({ fn }) => [
      fn.min('proposed_at').as('oldest'),
      fn.countAll<bigint>().filterWhere('expires_at', '<', expiringBefore).as('expiring'),
      fn.min('expires_at').as('first'),
    ])
    .where('decided_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()

  return { oldest, expiring: Number(expiring), firstExpiresAt: expiring > 0n ? first : null }
}

/** Returns the values that occur under a name in the content of any proposal, decided or not. */
export async function listProposedValues(
  reader: Reader,
  name: string,
  values: string[],
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct content::jsonb ->> ${name}::text as value from approvals.proposals
    where content::jsonb ->> ${name}::text = any(${values}::text[])`.execute(reader)
  return rows.map(({ value }) => value)
}
