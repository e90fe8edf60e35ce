import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { isReason } from '#lib/reasons.ts'
import type { Role } from '#lib/roles.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { PasskeyAnswer } from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  assertMayDecide,
  createNewDeciderError,
  createOwnProposalError,
  getDecidingRoles,
  type Proposal,
} from '../model.ts'
import { findStatement, getProposal } from '../queries.ts'
import { signApproval } from './sign-approval.ts'

export type Decide = {
  approve: boolean
  /** The hash of the content that the deciding admin read, in hex. */
  contentHash: string
  reason?: string
  /** The answer of the admin's approval key; needed to approve, see `signApproval`. */
  signature?: PasskeyAnswer | undefined
}

const REASON_LIMIT = 500

/**
 * Decides on a proposal, once. An approval is signed with the admin's approval key. The proposer
 * may withdraw it by rejecting it, and can never approve it. Throws `second_admin`,
 * `content_changed`, `proposal_expired`, `already_decided`, `new_decider` (409), `reason_needed`
 * (400), `role_missing` (403), and what `signApproval` throws.
 */
export async function decide(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  admin: Actor & { role: Role; decidesSince?: Date },
  proposal: Proposal,
  { signature, ...decision }: Decide,
): Promise<Proposal> {
  const isWithdrawing = !decision.approve && admin.id === proposal.proposedBy
  if (!isWithdrawing && !getDecidingRoles(proposal.permission).includes(admin.role))
    throw new DomainError('role_missing', 403, `Your role (${admin.role}) doesn't allow this.`)

  if (!decision.approve) return await closeProposal(tx, app, admin, proposal, decision)

  if (admin.id !== proposal.proposedBy) assertMayDecide(admin, app.config.MODE, app.clock.now())

  await storeDecision(tx, app, admin, proposal, decision)
  const statement = (await findStatement(tx, proposal.id, admin.id)) ?? ''
  await signApproval(tx, app, admin.id, { subject: proposal.id, statement, signature })

  return await getProposal(tx, proposal.id)
}

/**
 * Rejects a proposal without a permission check, for a member who cancels or the system itself.
 * Throws as `decide` does, except `role_missing`.
 */
export async function closeProposal(
  tx: Tx,
  app: Pick<App, 'clock'>,
  actor: Actor,
  proposal: Proposal,
  closing: Pick<Decide, 'contentHash' | 'reason'>,
): Promise<Proposal> {
  if (!isReason(closing.reason?.trim() ?? '', REASON_LIMIT))
    throw new DomainError(
      'reason_needed',
      400,
      'Please give a reason in a few words. The admin who proposed it will see it.',
      'reason',
    )
  await storeDecision(tx, app, actor, proposal, { ...closing, approve: false })

  return await getProposal(tx, proposal.id)
}

async function storeDecision(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  actor: Actor,
  { id, permission, subjectId }: Proposal,
  { approve, contentHash, reason = '' }: Omit<Decide, 'signature'>,
): Promise<void> {
  const now = clock.now()
  const trimmedReason = reason.trim()
  await sql`select approvals.decide(${id}, ${approve}, ${Buffer.from(contentHash, 'hex')},
    ${actor.id}, ${actor.label},
    ${now}, ${trimmedReason || null})`
    .execute(tx)
    .catch(throwDecisionError)

  const details = {
    permission,
    about: subjectId,
    ...(trimmedReason && { reason: trimmedReason }),
  }
  await record(tx, now, actor, approve ? 'proposal.approved' : 'proposal.rejected', id, details)
}

const REJECTIONS: Record<string, [code: string, message: string]> = {
  AP001: ['not_found', 'This proposal was not found.'],
  AP002: ['already_decided', 'This proposal has already been decided.'],
  AP003: ['content_changed', 'The proposal has changed. Review it again before you decide.'],
  AP004: ['second_admin', createOwnProposalError().message],
  AP005: ['proposal_expired', 'This proposal has expired. Submit it again if it’s still needed.'],
  AP006: ['new_decider', createNewDeciderError().message],
}

function throwDecisionError(error: unknown): never {
  const rejection = REJECTIONS[(error as { code?: string }).code ?? '']
  throw rejection ? new DomainError(rejection[0], 409, rejection[1]) : error
}
