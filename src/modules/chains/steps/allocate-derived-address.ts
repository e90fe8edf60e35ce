import { type RawBuilder, sql } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import { invariant } from '#lib/invariant.ts'
import type { AddressSourceRow } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { createMismatchError, deriveSourceAddress } from '../model/source-address.ts'
import { buildWatchCall } from './select-watch.ts'

/** A deposit that needs an address of a source. */
export type AddressLoan = {
  source: AddressSourceRow
  coin: Coin
  memberId: string
  depositId: string
  /** The end of the deposit's quote. */
  expiresAt: Date
}

/**
 * Gives a deposit an address of the account key: one that was never paid and that the member had
 * before, or the next one. Throws `address_mismatch` (503) if the stored one isn't the key's.
 */
export async function allocateDerivedAddress(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  loan: AddressLoan,
): Promise<string> {
  const now = app.clock.now()
  const { index, reused } = await takeIndex(tx, loan, now)
  const address = deriveSourceAddress(loan.source, index, app.config.BITCOIN_NETWORK)

  if (reused !== null) {
    if (reused !== address) throw createMismatchError()
    return address
  }

  await sql`
    with issued as (
      insert into issued_address
        (method, address, source_id, derivation_index, member_id, deposit_id, lent_at)
      values (${loan.source.method}, ${address}, ${loan.source.id}, ${index}, ${loan.memberId},
        ${loan.depositId}, ${now}))
    select ${buildLoanWatch(loan, now, sql`${address}`)}
  `.execute(tx)

  return address
}

/** Returns the call that puts the address of a loan under watch. */
export const buildLoanWatch = (
  { source: { chain }, coin, expiresAt }: AddressLoan,
  at: Date,
  address: RawBuilder<unknown>,
) => buildWatchCall({ chain, coin, at, expiresAt }, address)

/**
 * Takes the member's first unpaid address back, or the key's next number. The row of the number is
 * locked until the transaction ends, so that no number is left out.
 */
async function takeIndex(tx: Tx, loan: AddressLoan, now: Date) {
  const { source, memberId, depositId } = loan
  const { method, accountKey, scriptType } = source
  const { rows } = await sql<{ index: number; reused: string | null }>`
    with unpaid as (
      select i.method, i.address from issued_address i join address_source s on s.id = i.source_id
      where i.member_id = ${memberId} and i.method = ${method} and i.derivation_index is not null
        and i.paid_at is null and i.returned_at is not null
        and s.account_key = ${accountKey} and s.script_type = ${scriptType}
      order by i.derivation_index limit 1 for update of i skip locked),
    reused as (
      update issued_address i set deposit_id = ${depositId}, lent_at = ${now}, returned_at = null
      from unpaid where i.method = unpaid.method and i.address = unpaid.address
      returning i.derivation_index, i.address,
        ${buildLoanWatch(loan, now, sql`i.address`)} as watched),
    next as (
      insert into address_counter (method, account_key, script_type, next_index)
      select ${method}, ${accountKey}, ${scriptType}, 1 where not exists (select from unpaid)
      on conflict (method, account_key, script_type)
        do update set next_index = address_counter.next_index + 1
      returning next_index - 1 as index)
    select derivation_index as index, address as reused from reused
    union all select index, null from next`.execute(tx)

  const [row] = rows
  invariant(row, 'an account key always has a next number')

  return row
}
