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
 * Stores a receiving address, records the audit event and mails all staff. The address takes effect
 * at once in the sandbox and after 24 hours in live. Throws `invalid_address` (422).
 */
export async function applyReceivingAddress(
  tx: Tx,
  app: App,
  by: Staff,
  { method, address }: AddressChange,
  approvalId?: string,
): Promise<void> {
  await assertNotSavedByMember(tx, address)

  const now = app.clock.now()
  const delayMs = app.config.MODE === 'live' ? ADDRESS_WAIT_MS : 0
  const effectiveFrom = new Date(now.getTime() + delayMs)
  const before = await getPaymentMethod(tx, app.config, now, method)

  await setReceivingAddress(tx, app.config, method, address, {
    by: by.label,
    at: now,
    effectiveFrom,
    ...(approvalId && { approvalId }),
  })

  await record(tx, now, by, 'setting.changed', `setting:address.${method}`, {
    before: before.address,
    after: address,
    effectiveFrom: effectiveFrom.toISOString(),
  })

  await notifyStaff(tx, app, by, { method, address, effectiveFrom })
}

/**
 * Throws `invalid_address` (422) for an address that a member has saved for withdrawals: payments
 * to it would go to that member.
 */
export async function assertNotSavedByMember(reader: Reader, address: string): Promise<void> {
  if (!(await isSavedAddress(reader, address))) return

  const message =
    'A member has saved this address for withdrawals, so it can’t receive deposits. ' +
    'Enter an address that you control.'
  throw new DomainError('invalid_address', 422, message, 'address')
}

/** Applies a proposed receiving address once a second admin has approved it. */
export async function applyApprovedAddress(
  app: App,
  tx: Tx,
  by: Staff,
  { id, content }: Proposal,
): Promise<void> {
  await applyReceivingAddress(tx, app, by, parseAddressChange(content), id)
}

/** Mails all staff a new receiving address; a null `effectiveFrom` means that it is proposed. */
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
