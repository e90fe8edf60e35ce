import { isCountry } from '#lib/countries.ts'
import { parsePhoneNumber } from '#lib/phone.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { assertActive, failures, type Member, toRecipient } from '../model.ts'
import { getMember } from '../queries.ts'
import { lockMember } from '../steps/lock-member.ts'
import { type Names, renameMember } from '../steps/rename-member.ts'
import type { IdentityTables } from '../tables.ts'

export type UpdateProfile = Names & {
  /** The version of the profile that filled the form. */
  version: number
  phoneNumber?: string
  country?: string
}

/**
 * Updates the fields that were sent of a member's name, phone number and country, and notifies the
 * member. Throws `changed_elsewhere` (409) if the profile has changed since it was read, and the
 * error of a field that is invalid; nothing is changed then.
 */
export async function updateProfile(
  app: App,
  member: Member,
  input: UpdateProfile,
): Promise<Member> {
  const saved = await runInTransaction(app.db, async (tx) => {
    const before = await lockMember(tx, member.id)
    assertActive(before)

    if (before.profileVersion !== input.version) throw failures.changedElsewhere()

    const renamed = await renameMember(tx, app, member, member.id, input)
    const { blocked } = await getSetting(tx, app.config, 'countries')
    const moved = await changePlace(tx, app, before, input, blocked)
    const fields = [...(renamed ? ['name'] : []), ...moved]
    const after = await getMember(tx, member.id)

    if (fields.length > 0) await notify(tx, app, toRecipient(after), 'profile-changed', { fields })

    return { after, changed: fields.length > 0 }
  })

  if (saved.changed) app.events.publish(toMemberAudience(member.id), 'profile')

  return saved.after
}

async function changePlace(
  tx: Tx,
  app: App,
  before: Member,
  input: UpdateProfile,
  blocked: readonly string[],
): Promise<string[]> {
  const country = input.country ?? before.country
  if (!isCountry(country)) throw failures.country()
  if (country !== before.country && blocked.includes(country)) throw failures.countryBlocked()

  const phone =
    input.phoneNumber === undefined
      ? before.phoneNumber
      : parsePhoneNumber(input.phoneNumber, country)
  if (!phone) throw failures.phone('phone_number')

  const fields = [
    ...(phone === before.phoneNumber ? [] : ['phone number']),
    ...(country === before.country ? [] : ['country']),
  ]
  if (fields.length === 0) return fields

  await tx
    .withTables<IdentityTables>()
    .updateTable('member')
    .set((is) => ({ phone_number: phone, country, profile_version: is('profile_version', '+', 1) }))
    .where('id', '=', before.id)
    .execute()

  const was = { phoneNumber: before.phoneNumber, country: before.country }
  const now = { phoneNumber: phone, country }
  await record(tx, app.clock.now(), before, 'member.profile-changed', before.id, {
    ...now,
    before: was,
  })

  return fields
}
