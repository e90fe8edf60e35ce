import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'
import { toCustodyAccountCode, toPlanAssetsAccountCode } from '#modules/ledger/model.ts'
import { listAccounts } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { parsePlace } from '../model.ts'

/** Returns whether a place has an open custody account for a currency. */
export async function isPlace(reader: Reader, currency: Currency, place: string): Promise<boolean> {
  const accounts = await listAccounts(reader, { accountType: 'custody' })
  return accounts.some(
    ({ code, closedAt }) => code === toCustodyAccountCode(currency, place) && closedAt === null,
  )
}

/**
 * Returns the entered place, by default the currency's usual one. Throws `unknown_place` (422)
 * without an open custody account there.
 */
export async function getPlace(
  reader: Reader,
  currency: Currency,
  name = '',
  field = 'place',
): Promise<string> {
  const place = parsePlace(name, currency, field)
  if (await isPlace(reader, currency, place)) return place

  throw new DomainError(
    'unknown_place',
    422,
    `There is no location '${place}' for ${currency}.`,
    field,
  )
}

/** Throws `unknown_plan` (422) without an open account for the assets of the plan. */
export async function assertPlan(reader: Reader, planId: string): Promise<void> {
  const accounts = await listAccounts(reader, { owner: planId })
  if (
    accounts.some(
      ({ code, closedAt }) => code === toPlanAssetsAccountCode(planId) && closedAt === null,
    )
  )
    return
  throw new DomainError('unknown_plan', 422, 'This plan doesn’t exist.', 'plan')
}
