import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { assertName } from '#lib/person-names.ts'
import type { Role } from '#lib/roles.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type Admin, normalizeEmail } from '../model.ts'
import { getAdmin } from '../queries.ts'
import { assertNoOwnerInvites } from '../steps/assert-last-way.ts'
import { assertPassword, setPassword } from '../steps/set-password.ts'
import type { IdentityTables } from '../tables.ts'

export type CreateAdmin = {
  firstName: string
  lastName: string
  email: string
  role: Role
  password: string
}

/**
 * Creates a staff member. Requires an owner or the command line of the server; in live the command
 * line works only while no owner can sign in (`staff_can`, `one_hand`, 409).
 */
export async function createAdmin(
  app: App,
  actor: Actor | Admin,
  input: CreateAdmin,
): Promise<Admin> {
  assertMayCreate(actor)
  assertName(input.firstName.trim(), 'firstName')
  assertName(input.lastName.trim(), 'lastName')
  assertPassword(input.password, 'password', input)

  const passwordHash = await hashPassword(input.password)

  return await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()

    if (actor.kind === 'system') await assertNoOwnerInvites(tx, app)

    const { firstName, lastName, role } = input
    const inserted = await tx
      .withTables<IdentityTables>()
      .insertInto('staff')
      .values({
        id: createId('adm'),
        first_name: firstName.trim(),
        last_name: lastName.trim(),
        email: normalizeEmail(input.email),
        role,
        created_at: now,
        last_sign_in_at: null,
        invited_by: actor.kind === 'admin' ? actor.id : null,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()

    if (!inserted)
      throw new DomainError(
        'admin_exists',
        409,
        'A staff member already uses this email address.',
        'email',
      )

    await setPassword(tx, inserted.id, passwordHash, now)
    await record(tx, now, actor, 'admin.created', inserted.id, { role })

    return await getAdmin(tx, inserted.id)
  })
}

function assertMayCreate(actor: Actor | Admin) {
  if (actor.kind === 'system' && actor.id === 'system') return
  if ('role' in actor) return assertPermitted(actor, 'staff.manage')
  throw new DomainError('role_missing', 403, 'Only an owner can add staff.')
}
