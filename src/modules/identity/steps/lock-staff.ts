import { createNotFoundError, DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Admin } from '../model.ts'
import { getAdmin } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

/** Locks and returns the staff member whose access is about to change. Throws `not_found` (404). */
export async function lockStaff(tx: Tx, staffId: string): Promise<Admin> {
  const row = await tx
    .withTables<IdentityTables>()
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw createNotFoundError('This staff member')

  return await getAdmin(tx, row.id)
}

/**
 * Updates the access of a staff member; the database requires at least one owner. Throws
 * `last_owner` (409).
 */
export async function updateStaffStatus(
  tx: Tx,
  staffId: string,
  change: Partial<Pick<StaffStatus, 'role' | 'suspended_at' | 'suspended_reason'>>,
): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('staff')
    .set(change)
    .where('id', '=', staffId)
    .execute()
    .catch((error: { code?: string }) => {
      throw error.code === 'ST001' ? createLastOwnerError() : error
    })
}

type StaffStatus = {
  role: Admin['role']
  suspended_at: Date | null
  suspended_reason: string | null
}

const createLastOwnerError = () =>
  new DomainError(
    'last_owner',
    409,
    'This is the last owner who can sign in. Make another person an owner first: without one ' +
      'no one could.',
  )
