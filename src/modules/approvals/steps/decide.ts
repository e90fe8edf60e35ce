import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Role } from '#lib/roles.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { mayDecide, type Proposal } from '../model.ts'
import { getProposal } from '../queries.ts'

export type Decide = {
  approve: boolean
  /** Of what the decider was shown, in hex. */
  contentHash: string
  reason?: string
}

const REASON_LIMIT = 500

/**
 * Decides on a proposal, once. Who proposed may reject it, which takes it back, and never approves
 * it. Throws `second_admin`, `content_changed`, `proposal_expired`, `already_decided` (409),
 * `reason_needed` (400), `role_missing` (403).
 */
export async function decide(
  tx: Tx,
  app: Pick<App, 'clock'>,
  admin: Actor & { role: Role },
  proposal: Proposal,
  { approve, contentHash, reason }: Decide,
): Promise<Proposal> {
  const takesBack = !approve && admin.id === proposal.proposedBy
  if (!takesBack && !mayDecide(proposal.permission).includes(admin.role))
    throw new DomainError('role_missing', 403, `Your role (${admin.role}) doesn't allow this.`)

  return await closeProposal(tx, app, admin, proposal, {
    approve,
    contentHash,
    ...(reason && { reason }),
  })
}

/**
 * The same for whoever ends what was proposed by other means: a member who cancels, the house
 * itself.
 */
export async function closeProposal(
  tx: Tx,
  app: Pick<App, 'clock'>,
  actor: Actor,
  { id, permission, subjectId }: Proposal,
  { approve, contentHash, reason }: Decide,
): Promise<Proposal> {
  const trimmedReason = reason?.trim() ?? ''
  if (!approve && (trimmedReason === '' || trimmedReason.length > REASON_LIMIT))
    throw new DomainError(
      'reason_needed',
      400,
      'Please give a reason; who proposed it reads it.',
      'reason',
    )

  const now = app.clock.now()
  await sql`select approvals.decide(${id}, ${approve}, ${Buffer.from(contentHash, 'hex')},
    ${actor.id}, ${actor.label},
    ${now}, ${trimmedReason || null})`
    .execute(tx)
    .catch(throwDecisionError)

  const details = {
    act: permission,
    about: subjectId,
    ...(trimmedReason && { reason: trimmedReason }),
  }
  await record(tx, now, actor, approve ? 'proposal.approved' : 'proposal.rejected', id, details)

  return await getProposal(tx, id)
}

const REFUSALS: Record<string, [code: string, message: string]> = {
  AP001: ['not_found', 'This proposal was not found.'],
  AP002: ['already_decided', 'Somebody has decided on this already.'],
  AP003: ['content_changed', 'This is not what was proposed. Read it again before you decide.'],
  AP004: ['second_admin', 'You proposed this yourself; another admin has to approve it.'],
  AP005: ['proposal_expired', 'Nobody decided in time. Propose it again if it is still wanted.'],
}

function throwDecisionError(error: unknown): never {
  const refusal = REFUSALS[(error as { code?: string }).code ?? '']
  throw refusal ? new DomainError(refusal[0], 409, refusal[1]) : error
}
