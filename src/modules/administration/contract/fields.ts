import { z } from 'zod'
import { checkName } from '#lib/person-names.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'

export const tags = ['Administration']

export const number = z.string().regex(/^\d{1,18}$/)
export const id = z.string().max(60)
export const name = z.string().trim().min(1, 'Please enter a name.').max(80).check(checkName)

/** A reason as sent; the command rejects a missing one with its own message. */
export const reason = z.string().max(1_000).default('')

/** Declares a call of the roles that manage the installation. */
export const requireOwner = () => admin(...getPermittedRoles('installation.manage'))
/** Declares a call of the roles that manage staff. */
export const requireStaffEditor = () => admin(...getPermittedRoles('staff.manage'))
