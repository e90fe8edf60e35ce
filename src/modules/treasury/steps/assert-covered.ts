import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { formatGroupedAmount } from '#lib/money.ts'
import { getAccountCurrency, type Transfer } from '#modules/ledger/model.ts'
import { getBalances } from '#modules/ledger/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { sumOutflowsByAccount } from '../model.ts'

/** Locks the operator's own accounts and the places that transfers take from. */
export async function lockTaken(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  for (const code of [...sumOutflowsByAccount(transfers).keys()].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`treasury/${code}`}, 0))`.execute(tx)
}

/**
 * Throws `insufficient_funds` (422) if transfers take more from the operator's own accounts or a
 * place than their balance. The ledger limits the accounts too, but not the places.
 */
export async function assertCovered(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  const taken = sumOutflowsByAccount(transfers)
  const codes = [...taken.keys()]
  if (codes.length === 0) return

  const balances = await getBalances(tx, codes)
  codes.forEach((code, index) => {
    const balance = balances[index] ?? 0n
    const there = code.startsWith('custody:') ? -balance : balance
    if (there < (taken.get(code) ?? 0n)) throw createShortfallError(code, there)
  })
}

function createShortfallError(code: string, there: bigint) {
  const currency = getAccountCurrency(code)
  const sign = there < 0n ? '\u2212' : ''
  const left = formatGroupedAmount(there < 0n ? -there : there, currency)

  return new DomainError(
    'insufficient_funds',
    422,
    `Not enough funds: ${formatAccountName(code)} has ${sign}${left} ${currency}.`,
    'amount',
  )
}

const ACCOUNT_NAMES: Record<string, string> = {
  equity: 'the operator’s capital',
  fees: 'the fee account',
  promotion: 'the promotion account',
  suspense: 'the suspense account',
}

const formatAccountName = (code: string) =>
  code.startsWith('custody:')
    ? `the location '${code.split(':')[1]}'`
    : (ACCOUNT_NAMES[code.split(':')[0] ?? ''] ?? code)
