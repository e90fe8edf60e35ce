import { DomainError } from '#lib/errors.ts'
import { assertMayWithdraw } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { listPrincipalUnderNotice } from '#modules/plans/queries.ts'
import { getSetting, listOwnAddresses, listPaymentMethods } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Funds, RequestRules } from '../model.ts'

/**
 * Throws `withdrawals_paused` (409) while withdrawals are paused, and what `assertMayWithdraw`
 * throws for a member who is frozen or suspended.
 */
export async function assertWithdrawalsOpen(app: App, memberId: string): Promise<void> {
  const { withdrawals: pause } = await getSetting(app.db, app.config, 'pauses')
  if (pause)
    throw new DomainError('withdrawals_paused', 409, `Withdrawals are paused: ${pause.reason}`)

  assertMayWithdraw(await getMember(app.db, memberId), app.clock.now())
}

/** Returns the settings that a request is read by. */
export const loadRequestRules = async ({ db, config, clock }: App): Promise<RequestRules> => ({
  mode: config.MODE,
  methods: await listPaymentMethods(db, config, clock.now()),
  ours: await listOwnAddresses(db, config),
})

/** Returns a member's funds, in cents. */
export async function loadFunds(reader: Reader, memberId: string): Promise<Funds> {
  const { cash, principal, profit } = await getMemberBalances(reader, memberId)
  const noticePrincipal = await listPrincipalUnderNotice(reader, memberId)

  return { cash, principal, profit, noticePrincipal }
}
