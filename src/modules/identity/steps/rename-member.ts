import { DomainError } from '#lib/errors.ts'
import { assertName } from '#lib/person-names.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { getMember } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

export type Names = { firstName?: string; lastName?: string }

const MAX_CHARACTERS = 80

/**
 * Changes the names that were sent; the others stay. Returns whether anything changed. Throws
 * `invalid_name` (400) with the field for a name that is empty, longer than 80 characters or not
 * visible (`findNameProblem`), and `account_closed` (409).
 */
export async function renameMember(
  tx: Tx,
  app: Pick<App, 'clock'>,
  actor: Actor,
  memberId: string,
  names: Names,
): Promise<boolean> {
  const member = await getMember(tx, memberId)
  const firstName = parseName(names.firstName ?? member.firstName, 'first_name')
  const lastName = parseName(names.lastName ?? member.lastName, 'last_name')
  if (firstName === member.firstName && lastName === member.lastName) return false
  if (member.status === 'closed')
    throw new DomainError('account_closed', 409, 'This account is closed.')

  await tx
    .withTables<IdentityTables>()
    .updateTable('member')
    .set((is) => ({
      first_name: firstName,
      last_name: lastName,
      profile_version: is('profile_version', '+', 1),
    }))
    .where('id', '=', memberId)
    .execute()

  const before = { firstName: member.firstName, lastName: member.lastName }
  await record(tx, app.clock.now(), actor, 'member.renamed', memberId, {
    firstName,
    lastName,
    before,
  })

  return true
}

function parseName(text: string, field: 'first_name' | 'last_name'): string {
  const name = text.trim()
  if (name !== '' && name.length <= MAX_CHARACTERS) {
    assertName(name, field)
    return name
  }

  const which = field === 'first_name' ? 'first' : 'last'
  const message = `Enter a ${which} name of up to ${MAX_CHARACTERS} characters on one line.`
  throw new DomainError('invalid_name', 400, message, field)
}
