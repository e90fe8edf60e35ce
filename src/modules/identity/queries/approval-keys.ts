import { createHash } from 'node:crypto'
import {
  computeKeyState,
  createOwnProposalError,
  getPermittedRoles,
  isOpenPasskey,
} from '#modules/approvals/model.ts'
import {
  findStatement,
  getProposal,
  listApprovalKeys,
  listSigningKeys,
} from '#modules/approvals/queries.ts'
import { systemActor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import {
  buildAuthenticationOptions,
  computeStatementChallenge,
  getRelyingParty,
} from '#platform/auth/webauthn.ts'
import type { Admin } from '../model.ts'
import { listStaff } from '../queries.ts'

/** Returns the approval keys of all staff, for the Security and Staff pages. */
export async function listApprovalKeyViews(app: App, admin: Admin) {
  const staff = new Map((await listStaff(app.db)).map(({ id, label }) => [id, label]))
  const now = app.clock.now()
  const site = getRelyingParty(app.config)
  const mayEndOthers = getPermittedRoles('staff.manage').includes(admin.role)

  return (await listApprovalKeys(app.db)).map((key) => ({
    _id: key.id,
    owner: staff.get(key.adminId) ?? key.adminId,
    mine: key.adminId === admin.id,
    kind: key.kind,
    state: computeKeyState(key, now, site),
    origin: key.origin,
    fingerprint: createHash('sha256').update(key.publicKey).digest('hex'),
    first: key.first,
    addedAt: key.registeredAt,
    usableFrom: key.usableFrom,
    ended: key.ended && {
      ...key.ended,
      by: staff.get(key.ended.by) ?? key.ended.by,
      reset: key.ended.by === systemActor.id,
    },
    mayEnd: isOpenPasskey(key) && (mayEndOthers || key.adminId === admin.id),
  }))
}

/**
 * Returns what an admin signs to approve a proposal, and the options for the browser. Throws
 * `not_found` (404), and `second_admin` (409) for the admin's own.
 */
export async function getSigningRequest(app: App, admin: Admin, proposalId: string) {
  const { proposedBy } = await getProposal(app.db, proposalId)
  if (proposedBy === admin.id) throw createOwnProposalError()

  const statement = (await findStatement(app.db, proposalId, admin.id)) ?? ''

  return await buildSigningRequest(app, admin, statement)
}

/** Returns a statement with the options by which the admin's browser signs it. */
export async function buildSigningRequest(app: App, admin: Pick<Admin, 'id'>, statement: string) {
  const keys = await listSigningKeys(app.db, app.config, admin.id, app.clock.now())
  if (keys.length === 0) {
    const signedBy = app.config.MODE === 'sandbox' ? ('software' as const) : ('none' as const)
    return { statement, signedBy, options: null }
  }

  const challenge = computeStatementChallenge(statement)
  const options = await buildAuthenticationOptions(app.config, challenge, keys, true)
  return { statement, signedBy: 'passkey' as const, options: { ...options } }
}
