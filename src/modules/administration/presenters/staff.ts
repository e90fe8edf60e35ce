import type { StaffLine } from '#modules/identity/queries.ts'

/** Returns a staff member as the contract answers it; `myId` is the signed-in staff member. */
export const toStaffResponse = ({ id, suspended, invited, ...line }: StaffLine, myId: string) => ({
  ...line,
  _id: id,
  me: id === myId,
  state: suspended ? ('suspended' as const) : invited ? ('invited' as const) : ('active' as const),
  suspendedReason: suspended?.reason ?? null,
  suspendedAt: suspended?.at ?? null,
})
