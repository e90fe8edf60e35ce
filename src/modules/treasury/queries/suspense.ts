import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { CURRENCIES, type Currency } from '#lib/money.ts'
import { toSuspenseAccountCode } from '#modules/ledger/model.ts'
import {
  findEntry,
  findReceipt,
  getBalance,
  listAccountEntries,
  type RecordedReceipt,
} from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { buildReceivedKey, buildSettledKey } from '../model.ts'

/**
 * Returns the receipt of a payment in suspense. Throws `not_found` (404), or `already_settled`
 * (409) if it was matched or refunded.
 */
export async function getUnmatched(reader: Reader, receiptId: string): Promise<RecordedReceipt> {
  const receipt = await findReceipt(reader, receiptId)
  if (!receipt || !(await findEntry(reader, buildReceivedKey(receiptId))))
    throw createNotFoundError('This payment')
  if (await findEntry(reader, buildSettledKey(receiptId)))
    throw new DomainError(
      'already_settled',
      409,
      'This payment has already been matched or refunded.',
    )
  return receipt
}

export type UnmatchedReceipt = {
  receipt: string
  currency: Currency
  units: bigint
  since: Date
  why: string
}

const PAGE = 200

/** Returns the payments in suspense that are not matched to a member yet, newest first. */
export async function listUnmatched(reader: Reader): Promise<UnmatchedReceipt[]> {
  const found: UnmatchedReceipt[] = []
  for (const currency of CURRENCIES)
    found.push(...(await listUnmatchedByCurrency(reader, currency)))
  return found.sort((first, second) => second.since.getTime() - first.since.getTime())
}

/**
 * Reads entries from the newest until the open payments add up to the balance: older payments are
 * settled.
 */
async function listUnmatchedByCurrency(
  reader: Reader,
  currency: Currency,
): Promise<UnmatchedReceipt[]> {
  const account = toSuspenseAccountCode(currency)
  const settled = new Set<string>()
  const open: UnmatchedReceipt[] = []
  let unexplained = await getBalance(reader, account)
  let before: bigint | undefined

  while (unexplained > 0n) {
    const rows = await listAccountEntries(reader, account, {
      limit: PAGE,
      ...(before !== undefined && { before }),
    })
    invariant(rows.length > 0, 'a balance in suspense has entries')

    for (const { change, reference, postedAt: since, reason } of rows) {
      if (change < 0n) settled.add(reference)
      else if (!settled.has(reference)) {
        open.push({ receipt: reference, currency, units: change, since, why: reason ?? '' })
        unexplained -= change
      }
    }

    before = rows.at(-1)?.journalId
  }

  return open
}
