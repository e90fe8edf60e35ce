import { describeDevice, truncateIpAddress } from '#lib/describe-device.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import type { App } from '#platform/app.ts'
import { listFactorMethods } from '../model/factors.ts'
import type { Person } from '../model.ts'
import { isDisputed } from './disputed.ts'
import { getFactors, listSessions, listSignIns } from './factors.ts'
import { getMember } from './members.ts'

type ReadApp = Pick<App, 'db' | 'clock' | 'config'>

/** Returns a person's sign-in methods for the Security page. */
export async function getFactorsView(app: ReadApp, person: Person) {
  const factors = await getFactors(app.db, person.id)
  return {
    authenticatorSince: factors.authenticatorSince,
    recoveryCodesLeft: factors.recoveryCodesLeft,
    passkeys: factors.passkeys.map(({ id, name, addedAt, usedAt, backedUp, copiedAt }) => ({
      _id: id,
      name,
      addedAt,
      usedAt,
      backedUp,
      copied: copiedAt !== null,
    })),
    ways: listFactorMethods(factors),
    required: person.kind === 'admin' && app.config.MODE === 'live',
  }
}

/** Returns the open sessions of a person and marks the calling one. */
export async function listSessionViews(app: ReadApp, personId: string, sessionId: string) {
  const sessions = await listSessions(app.db, personId, app.clock.now())
  return sessions.map(({ id, address, userAgent, createdAt, lastUsedAt }) => ({
    _id: id,
    createdAt,
    lastUsedAt,
    current: id === sessionId,
    device: describeDevice(userAgent),
    near: truncateIpAddress(address),
  }))
}

/** Returns the latest sign-in attempts of a person. */
export async function listSignInViews(app: ReadApp, personId: string) {
  const tries = await listSignIns(app.db, personId)
  return tries.map(({ id, userAgent, ...tried }) => ({
    _id: id,
    ...tried,
    device: describeDevice(userAgent),
  }))
}

/** Returns the member's second factors for staff: whether they exist, no secret. */
export async function getMemberFactorsView(app: ReadApp, memberId: string) {
  const member = await getMember(app.db, memberId)
  const { withdrawalsFrozenUntil: until } = member
  const { authenticatorSince, recoveryCodesLeft, passkeys } = await getFactors(app.db, memberId)
  const now = app.clock.now()
  const waits = await findOpenProposal(app.db, 'member.reset-factor', memberId, now)
  const gives = await findOpenProposal(app.db, 'member.restore-access', memberId, now)

  return {
    authenticatorSince,
    recoveryCodesLeft,
    passkeys: passkeys.length,
    frozenUntil: until && until > now ? until : null,
    reset: waits && { _id: waits.id, by: waits.proposerLabel, at: waits.proposedAt },
    disputed: await isDisputed(app.db, member),
    givingBack: gives && { _id: gives.id, by: gives.proposerLabel, at: gives.proposedAt },
  }
}
