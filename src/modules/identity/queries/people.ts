import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import { type Admin, normalizeEmail, type Person } from '../model.ts'
import { getMember } from './members.ts'
import { getTables, toAdmin } from './rows.ts'
import { listStaffFacts, type StaffFacts } from './staff.ts'

/** Returns the staff member. Throws `not_found` (404). */
export async function getAdmin(reader: Reader, id: string): Promise<Admin> {
  const row = await getTables(reader)
    .selectFrom('staff')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('This admin')

  return toAdmin(row)
}

/** Returns the staff member with an e-mail address, in any letter case, or null. */
export async function findAdminByEmail(reader: Reader, email: string): Promise<Admin | null> {
  const key = normalizeEmail(email)
  const row = await getTables(reader)
    .selectFrom('staff')
    .selectAll()
    .where('email', '=', key)
    .executeTakeFirst()

  return row ? toAdmin(row) : null
}

/** Returns the member or staff member with this id. Throws `not_found` (404). */
export const getPerson = (reader: Reader, id: string): Promise<Person> =>
  id.startsWith('adm_') ? getAdmin(reader, id) : getMember(reader, id)

/** Returns all staff, oldest first. */
export async function listStaff(reader: Reader): Promise<Admin[]> {
  const rows = await getTables(reader)
    .selectFrom('staff')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()

  return rows.map(toAdmin)
}

export type StaffLine = Admin & StaffFacts

/** Returns all staff with the state of their access, oldest first. */
export async function listStaffLines(reader: Reader, now: Date): Promise<StaffLine[]> {
  const facts = await listStaffFacts(reader, now)
  const none = { invited: true, hasFactor: false, openSessions: 0, resetDueAt: null }
  return (await listStaff(reader)).map((admin) => ({ ...admin, ...(facts.get(admin.id) ?? none) }))
}

/** Returns the staff whose access is not suspended: the recipients of notifications. */
export async function listStaffAtWork(reader: Reader): Promise<Admin[]> {
  return (await listStaff(reader)).filter(({ suspended }) => suspended === null)
}

/** Returns the hash of a person's password; undefined without one. */
export async function findPasswordHash(
  reader: Reader,
  personId: string | undefined,
): Promise<string | undefined> {
  const row = await getTables(reader)
    .selectFrom('credential')
    .select('password_hash')
    .where('person_id', '=', personId ?? '')
    .executeTakeFirst()

  return row?.password_hash || undefined
}
