import { type AccountCode, EQUITY, FEES, PROMOTION, type Transfer } from '#modules/ledger/model.ts'

/** Returns whether an account is a custody account. */
export const isCustody = (code: AccountCode) => code.startsWith('custody:')
const isOwn = (code: AccountCode) =>
  [EQUITY, PROMOTION, FEES].includes(code) || code.startsWith('suspense:')

/**
 * Returns the sums that transfers take from the operator's own accounts and custody, by account.
 */
export function sumOutflowsByAccount(
  transfers: readonly Transfer[],
): ReadonlyMap<AccountCode, bigint> {
  const outflows = new Map<AccountCode, bigint>()
  for (const { debit, credit, amount } of transfers)
    for (const code of [...(isOwn(debit) ? [debit] : []), ...(isCustody(credit) ? [credit] : [])])
      outflows.set(code, (outflows.get(code) ?? 0n) + amount)
  return outflows
}
