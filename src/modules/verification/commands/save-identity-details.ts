import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive, type Member } from '#modules/identity/model.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { type IdentityDetails, parseIdentityDetails, refusals } from '../model.ts'
import { areDetailsLocked, findIdentityDetails } from '../queries.ts'
import type { VerificationTables } from '../tables.ts'

export type SaveIdentityDetails = IdentityDetails & {
  /** The version that the form showed; 0 for the first save. */
  version: number
}

/**
 * Stores what a member declares about themselves. Another version needs another verification, and
 * is screened again; the same details again are no other version. Throws `invalid_details`,
 * `under_age` and `country_differs` (422), `details_changed` and `details_locked` (409), and the
 * errors of `assertActive`.
 */
export async function saveIdentityDetails(
  app: App,
  member: Member,
  { version, ...input }: SaveIdentityDetails,
): Promise<void> {
  const today = app.clock.today()
  const details = await parseIdentityDetails(input, today)

  await runInTransaction(app.db, async (tx) => {
    const locked = await lockMember(tx, member.id)
    assertActive(locked)
    if (details.country !== locked.country) throw refusals.countryDiffers()

    const before = await findIdentityDetails(tx, member.id)
    if (before && isEqual(before, details)) return
    if ((before?.version ?? 0) !== version) throw refusals.detailsChanged()
    if (await areDetailsLocked(tx, member.id, today)) throw refusals.detailsLocked()

    await storeDetails(tx, app, member, details)
    await record(tx, app.clock.now(), member, 'identity.details-saved', member.id, {
      version: version + 1,
    })
  })

  app.events.publish(toMemberAudience(member.id), 'verification')
}

const isEqual = (before: IdentityDetails, next: IdentityDetails) =>
  FIELDS.every((field) => before[field] === next[field])

const FIELDS = ['birthDate', 'nationality', 'country', 'street', 'city', 'postalCode'] as const

async function storeDetails(tx: Tx, app: App, { id }: Member, details: IdentityDetails) {
  const row = {
    birth_date: details.birthDate,
    nationality: details.nationality,
    street: details.street,
    city: details.city,
    postal_code: details.postalCode,
    country: details.country,
    declared_on: app.clock.today(),
    updated_at: app.clock.now(),
  }

  await tx
    .withTables<VerificationTables>()
    .insertInto('member_identity')
    .values({ member_id: id, version: 1, ...row })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet((is) => ({
        ...row,
        version: is('member_identity.version', '+', 1),
      })),
    )
    .execute()
}
