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
 * `last_owner` and `second_admin` (409).
 */
export async function updateStaffStatus(
  tx: Tx,
  staffId: string,
  change: Partial<StaffStatus>,
  at: Date,
): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('staff')
    .set({ ...change, changed_at: at })
    .where('id', '=', staffId)
    .execute()
    .catch((error: { code?: string }) => {
      if (error.code === 'ST001') throw createLastOwnerError()
      throw error.code === 'ST002' ? createOwnerNeededError() : error
    })
}

type StaffStatus = {
  role: Admin['role']
  suspended_at: Date | null
  suspended_reason: string | null
  approval_id: string
}

/** Returns the error for a money role that another owner has to approve. */
export const createOwnerNeededError = () =>
  new DomainError('second_admin', 409, 'Another owner must approve a finance or owner role.')

const createLastOwnerError = () =>
  new DomainError(
    'last_owner',
    409,
    'This is the last owner who can log in. Make another person an owner first.',
  )
