import { addDays } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Member } from '#modules/identity/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toJsonText } from '#platform/http/json.ts'
import type { CheckState } from '../adapters/identity-provider.ts'
import {
  type FoundPerson,
  isOfAnotherVersion,
  listDifferences,
  PERSON_FIELD_NAMES,
  RETURN_REASONS,
  type Verification,
} from '../model.ts'
import { findIdentityDetails } from '../queries.ts'
import type { VerificationTables } from '../tables.ts'
import { markPassed } from './mark-passed.ts'
import { markReturned } from './mark-returned.ts'
import { markSubmitted } from './mark-submitted.ts'

type Reading = { verification: Verification; member: Member; check: CheckState }

/** Applies what the provider decided: returns, passes or notes it, if the details are the same. */
export async function applyCheckState(tx: Tx, app: App, { verification, member, check }: Reading) {
  const details = await findIdentityDetails(tx, member.id)
  if (!details) return

  const stated = { name: member.label, version: details.version }
  if (check.state !== 'refused' && isOfAnotherVersion(verification, stated)) {
    const memberReason = RETURN_REASONS.detailsChanged
    await markReturned(tx, app, systemActor, { verification, memberReason, documents: [] })
    return
  }

  const inReview =
    verification.status === 'in_review'
      ? verification
      : await markSubmitted(tx, app, systemActor, { verification, member, details, documents: [] })

  if (check.state === 'try_again')
    await markReturned(tx, app, systemActor, {
      verification: inReview,
      memberReason: check.memberReason ?? RETURN_REASONS.notVerified,
      documents: [],
    })
  else if (check.state === 'passed') await passUnlessDifferent(tx, app, inReview, check)
  else await storeNote(tx, app, inReview, { note: check.staffNote, found: null })
}

/** Passes a check whose documents show what was submitted; what differs is for staff to compare. */
async function passUnlessDifferent(
  tx: Tx,
  app: App,
  verification: Verification,
  { found }: CheckState,
): Promise<void> {
  const { level, name, details } = verification
  invariant(name !== null && details !== null, 'what is in review was submitted')

  const differences = listDifferences(level, { name, details }, found)
  if (differences.length > 0) {
    const fields = differences.map((field) => PERSON_FIELD_NAMES[field]).join(', ')
    const note = `The documents do not show what the member declared: ${fields}.`
    await storeNote(tx, app, verification, { note, found })
    return
  }

  const { recheckDays } = await getSetting(tx, app.config, 'verification')
  const expiresOn = addDays(app.clock.today(), recheckDays)
  await markPassed(tx, app, systemActor, { verification, checklist: null, expiresOn })
}

type ProviderNote = { note: string | null; found: FoundPerson | null }

/** Stores what the provider says to staff, and what it read where that differs; once. */
async function storeNote(
  tx: Tx,
  app: App,
  { id, memberId, providerNote, providerFound }: Verification,
  { note, found }: ProviderNote,
): Promise<void> {
  const isSame = toJsonText(found) === toJsonText(providerFound)
  if (isSame && (note === null || note === providerNote)) return

  await tx
    .withTables<VerificationTables>()
    .updateTable('identity_verification')
    .set({
      provider_note: note ?? providerNote,
      provider_found: found && (toJsonText(found) as never),
    })
    .where('id', '=', id)
    .execute()
  await record(tx, app.clock.now(), systemActor, 'identity.provider-noted', id, { memberId, note })
}
