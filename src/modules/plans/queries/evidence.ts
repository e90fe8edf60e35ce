import type { Proposal } from '#modules/approvals/model.ts'
import { getProposal, listProposedValues } from '#modules/approvals/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { type Evidence, parseIncome, parseLoss } from '../model.ts'
import type { PlansTables } from '../tables.ts'

/** Finds the evidence of an income (`inc_…`), a loss (`los_…`) or a proposal of one (`prp_…`). */
export async function findEvidence(reader: Reader, id: string): Promise<Evidence | null> {
  if (id.startsWith('prp_')) return findProposalEvidence(await getProposal(reader, id))

  const tables = reader.withTables<PlansTables>()
  const table = id.startsWith('inc_') ? 'plan_income' : 'plan_loss'
  const found = await tables
    .selectFrom(table)
    .select(['evidence_key as evidenceKey', 'evidence_type as evidenceType'])
    .select('evidence_sha256 as evidenceSha256')
    .where('id', '=', id)
    .executeTakeFirst()

  return found ?? null
}

function findProposalEvidence({ permission, content }: Proposal): Evidence | null {
  if (permission === 'income.record') return parseIncome(content)
  return permission === 'loss.record' ? parseLoss(content) : null
}

/** Lists those of the keys that an income, a loss or any proposal references. */
export async function listReferencedEvidence(reader: Reader, keys: string[]): Promise<string[]> {
  const tables = reader.withTables<PlansTables>()
  const listEvidenceKeys = (table: 'plan_income' | 'plan_loss') =>
    tables
      .selectFrom(table)
      .select('evidence_key as key')
      .where('evidence_key', 'in', keys)
      .execute()

  const recorded = [
    ...(await listEvidenceKeys('plan_income')),
    ...(await listEvidenceKeys('plan_loss')),
  ].map(({ key }) => key)
  return [...recorded, ...(await listProposedValues(reader, 'evidenceKey', keys))]
}
