import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Tx } from '#platform/db/db.ts'
import { findMemberByEmail } from '../queries.ts'
import { eraseMember } from './erase-member.ts'
import { lockMember } from './lock-member.ts'

/** Closes an unverified account, so that its address is free for the owner. */
export async function closeUnverifiedAccount(
  tx: Tx,
  from: Actor,
  email: string,
  now: Date,
): Promise<void> {
  const found = await findMemberByEmail(tx, email)
  const holder = found && (await lockMember(tx, found.id))
  if (holder?.status !== 'unverified' || holder.email !== email) return
  await eraseMember(tx, holder.id, now)
  await record(tx, now, from, 'member.displaced', holder.id)
}
