import { getPermittedRoles } from '#modules/approvals/model.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { RESET_LIFE_MS, toRecipient } from '../model.ts'
import { getMember, listStaffAtWork } from '../queries.ts'
import { makePasswordLink } from './make-password-link.ts'

export type AddressAfterReport = 'unchanged' | 'restored' | 'taken'

/**
 * Mails the member that the account is locked, with a password link. If the old address is taken,
 * the current one may be the attacker's: no mail goes there, and the staff has to help.
 */
export async function notifyCompromisedMember(
  tx: Tx,
  app: App,
  memberId: string,
  address: AddressAfterReport,
  oldEmail: string | null,
) {
  const member = await getMember(tx, memberId)
  const owner = toRecipient(member)

  if (address === 'taken')
    return await notify(tx, app, { ...owner, to: oldEmail ?? '' }, 'withdrawals-frozen', {
      byStaff: true,
    })

  const { link } = await makePasswordLink(tx, app, memberId, RESET_LIFE_MS, 'member')

  if (address === 'restored')
    await notify(tx, app, owner, 'email-restored', { email: member.email, link })
  else await notify(tx, app, owner, 'withdrawals-frozen', { byStaff: false, link })
}

type CompromiseFacts = { memberId: string; about: string; disputed: boolean; at: Date }

/** Notifies the staff who may help the member: a withdrawal or an address may need a check. */
export async function notifyStaffOfCompromise(
  tx: Tx,
  app: App,
  { memberId, about, disputed, at }: CompromiseFacts,
) {
  const member = await getMember(tx, memberId)
  const facts = { memberId, name: member.label, about, disputed, at }
  const helpers = (await listStaffAtWork(tx)).filter(({ role }) =>
    getPermittedRoles('member.restore-access').includes(role),
  )

  for (const admin of helpers)
    await notify(tx, app, toRecipient(admin), 'member-compromised', facts)
}
