import { formatAmount } from '#lib/money.ts'
import { systemActor } from '#modules/audit/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import { getAccountCurrency } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import type { OutsideBalance } from '../queries.ts'

/** Returns the name of a staff member or of the system by id. */
export type StaffNameLookup = (id: string) => { _id: string; name: string }

export async function loadStaffNames({ db }: App): Promise<StaffNameLookup> {
  const names = new Map((await listStaff(db)).map(({ id, label }) => [id, label]))
  names.set(systemActor.id, systemActor.label)
  return (id) => ({ _id: id, name: names.get(id) ?? id })
}

export function toBalanceResponse(balance: OutsideBalance, named: StaffNameLookup) {
  const currency = getAccountCurrency(balance.account)
  const { asOf, source, statedBy, evidence, recordedAt } = balance

  return {
    _id: balance.id,
    asOf,
    source,
    statedBy,
    evidence,
    recordedAt,
    amount: formatAmount(balance.units, currency),
    ledgerAmount: formatAmount(balance.bookUnits, currency),
    difference: formatAmount(balance.difference, currency),
    recordedBy: named(balance.recordedBy),
  }
}
