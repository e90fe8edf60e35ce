import { DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { listFirstAddresses } from '#modules/chains/queries.ts'
import type { Staff } from '#modules/identity/model.ts'
import { type AddressSourceContent, parseAddressSource } from '#modules/settings/model.ts'
import { findSourceInForce } from '#modules/settings/queries.ts'
import { addAddressSource } from '#modules/settings/steps/add-address-source.ts'
import { listSavedAddresses } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import { ADDRESS_WAIT_MS, describeAddressSource } from '../model.ts'
import { notifyStaff } from './apply-receiving-address.ts'

/**
 * Stores a source of addresses, records the audit event and mails all staff. It takes effect at
 * once in the sandbox and after 24 hours in live. Throws `invalid_address` (422).
 */
export async function applyAddressSource(
  tx: Tx,
  app: App,
  by: Staff,
  content: AddressSourceContent,
  approvalId?: string,
): Promise<void> {
  await assertNoneSavedByMember(tx, app.config, content)

  const now = app.clock.now()
  const { method } = content
  const delayMs = app.config.MODE === 'live' ? ADDRESS_WAIT_MS : 0
  const effectiveFrom = new Date(now.getTime() + delayMs)
  const before = await findSourceInForce(tx, method, now)

  await addAddressSource(tx, content, {
    by: by.label,
    at: now,
    effectiveFrom,
    ...(approvalId && { approvalId }),
  })

  await record(tx, now, by, 'setting.changed', `setting:address.${method}`, {
    before: before && describeAddressSource(before),
    after: describeAddressSource(content),
    effectiveFrom: effectiveFrom.toISOString(),
  })

  const address = describeAddressSource(content)
  await notifyStaff(tx, app, by, { method, address, effectiveFrom })
}

/**
 * Throws `invalid_address` (422) for an address that a member has saved for withdrawals: payments
 * to it would go to that member.
 */
export async function assertNoneSavedByMember(
  reader: Reader,
  { BITCOIN_NETWORK: network }: App['config'],
  content: AddressSourceContent,
): Promise<void> {
  const addresses = content.addresses ?? listFirstAddresses(content, { network })
  const [saved] = await listSavedAddresses(reader, addresses)
  if (!saved) return

  const message =
    `A member has saved ${saved} for withdrawals, so it can’t receive deposits. ` +
    'Use addresses that you control.'
  const field = content.mode === 'pool' ? 'addresses' : 'accountKey'
  throw new DomainError('invalid_address', 422, message, field)
}

/** Applies a proposed source of addresses once a second admin has approved it. */
export async function applyApprovedSource(
  app: App,
  tx: Tx,
  by: Staff,
  { id, content }: Proposal,
): Promise<void> {
  await applyAddressSource(tx, app, by, parseAddressSource(content), id)
}
