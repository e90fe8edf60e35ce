import { DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { listStaffAtWork } from '#modules/identity/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { getPaymentMethod } from '#modules/settings/queries.ts'
import { setReceivingAddress } from '#modules/settings/steps/set-receiving-address.ts'
import { isSavedAddress } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import { ADDRESS_WAIT_MS, type AddressChange, parseAddressChange } from '../model.ts'

/**
 * Writes a receiving address down: in the sandbox it counts at once, in live a day later. All of
 * the staff are mailed.
 */
export async function takeAddress(
  tx: Tx,
  app: App,
  by: Staff,
  { method, address }: AddressChange,
): Promise<void> {
  await assertNoMembers(tx, address)

  const now = app.clock.now()
  const waits = app.config.MODE === 'live' ? ADDRESS_WAIT_MS : 0
  const effectiveFrom = new Date(now.getTime() + waits)
  const before = await getPaymentMethod(tx, app.config, now, method)

  await setReceivingAddress(tx, app.config, method, address, {
    by: by.label,
    at: now,
    effectiveFrom,
  })

  await record(tx, now, by, 'setting.changed', `setting:address.${method}`, {
    before: before.address,
    after: address,
    effectiveFrom: effectiveFrom.toISOString(),
  })

  await notifyStaff(tx, app, by, { method, address, effectiveFrom })
}

/**
 * Refuses, with `invalid_address` (422), an address that a member is paid at: what came there would
 * be theirs, or lost.
 */
export async function assertNoMembers(reader: Reader, address: string): Promise<void> {
  if (!(await isSavedAddress(reader, address))) return
  const message =
    'A member has saved this address for withdrawals: it can’t take payments for the house. ' +
    'Enter one of the house’s own.'
  throw new DomainError('invalid_address', 422, message, 'address')
}

/** The same, as a second admin has agreed to it. */
export async function carryOutAddress(
  app: App,
  tx: Tx,
  by: Staff,
  { content }: Proposal,
): Promise<void> {
  await takeAddress(tx, app, by, parseAddressChange(content))
}

/**
 * Mails everyone of the staff which address is to take payments, and from when on; proposed as long
 * as no time is known.
 */
export async function notifyStaff(
  tx: Tx,
  app: App,
  by: Staff,
  change: AddressChange & { effectiveFrom: Date | null },
): Promise<void> {
  const facts = {
    by: by.label,
    method: METHOD_FACTS[change.method].label,
    address: change.address,
    effectiveFrom: change.effectiveFrom,
  }

  for (const { email, label } of await listStaffAtWork(tx))
    await notify(tx, app, { to: email, name: label }, 'receiving-address', facts)
}
