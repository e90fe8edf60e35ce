import { getProposal } from '#modules/approvals/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { parseLoosening, type SettingName } from '../model.ts'
import type { SettingsTables } from '../tables.ts'

/** An approved change that makes controls looser, and is neither applied nor cancelled. */
export type SettingChangeRow = {
  /** The id of its proposal. */
  id: string
  setting: SettingName
  changes: Record<string, unknown>
  before: Record<string, unknown>
  approvedAt: Date
  effectiveFrom: Date
  proposer: string
  decider: string
}

/** Returns the approved looser controls that have not taken effect, the next one first. */
export async function listOpenChanges(reader: Reader): Promise<SettingChangeRow[]> {
  const rows = await reader
    .withTables<SettingsTables>()
    .selectFrom('setting_change')
    .select(['id', 'setting', 'approved_at as approvedAt', 'effective_from as effectiveFrom'])
    .where('applied_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('effective_from')
    .orderBy('id')
    .execute()

  return await Promise.all(
    rows.map(async (row) => {
      const { content, proposerLabel, decision } = await getProposal(reader, row.id)
      const { changes, before } = parseLoosening(content)
      return { ...row, changes, before, proposer: proposerLabel, decider: decision?.label ?? '' }
    }),
  )
}
