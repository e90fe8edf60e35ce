import { createNotFoundError, DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { toEntryResponse } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { buildIncomeReversalTransfers } from '../model.ts'
import { listMaturingDays, listOwedReturns } from '../queries/returns.ts'
import { computeIncomeReversal, findEvidence } from '../queries.ts'

/** Returns a proposal as a second admin decides on it. */
export function toProposalResponse({ id, content, contentHash: hash, expiresAt }: Proposal) {
  const fields = content as Record<string, string | null>
  const data = { _id: id, state: 'waiting' as const, content: fields, hash, expiresAt }
  return { status: 202 as const, body: { message: 'Waiting for approval by a second admin', data } }
}

export const readEvidenceBytes = async (file: File | string | undefined) =>
  file instanceof File ? { evidence: new Uint8Array(await file.arrayBuffer()) } : {}

/** Parses the number of a transaction's output. Throws `invalid_output` (400). */
export function parseOutputIndex(text: string): { outputIndex?: number } {
  if (text.trim() === '') return {}
  if (/^\d{1,5}$/.test(text.trim())) return { outputIndex: Number(text) }
  throw new DomainError(
    'invalid_output',
    400,
    'The output must be 0 or a higher whole number.',
    'outputIndex',
  )
}

/** Returns what reversing an income posts, and who has proposed it. */
export async function previewIncomeReversal({ db, clock }: App, id: string) {
  const { reversal, refusal } = await computeIncomeReversal(db, id)
  const open = await findOpenProposal(db, 'income.reverse', id, clock.now())
  const by = { on: clock.today(), actor: '' }
  const transfers = buildIncomeReversalTransfers({ ...reversal, reason: '' }, by)

  return {
    refusal: refusal?.message ?? null,
    entries: transfers.map((transfer) => toEntryResponse(transfer)),
    waiting: open && { proposal: open.id, by: open.proposerLabel, at: open.proposedAt },
  }
}

/** Returns the unpaid returns of a plan with their members, and its next maturity days. */
export async function buildPlanReturns({ db }: App, planId: string) {
  const owed = await listOwedReturns(db, planId)
  const memberIds = owed.map(({ memberId }) => memberId)
  const members = await listMembersById(db, memberIds)

  return {
    owed: owed.map(({ positionId, memberId, ...line }) => ({
      ...line,
      position: positionId,
      owed: line.due - line.paid,
      member: { _id: memberId, name: members.get(memberId)?.label ?? 'Erased member' },
    })),
    upcoming: await listMaturingDays(db, planId),
  }
}

/** Returns the evidence of an income, a loss or a proposal as a file. Throws `not_found` (404). */
export async function readEvidenceFile(app: App, id: string): Promise<File> {
  const evidence = await findEvidence(app.db, id)
  if (!evidence) throw createNotFoundError('This evidence')

  const extension = evidence.evidenceType.replace(/^.*\//, '').replace('jpeg', 'jpg')
  const content = await app.files.read(evidence.evidenceKey)

  return new File([Uint8Array.from(content)], `evidence-${id}.${extension}`, {
    type: evidence.evidenceType,
  })
}
