import { sql } from 'kysely'
import type { Coin } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { isNewAddress } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

export type Wallet = {
  id: string
  coin: Coin
  address: string
  network: string
  main: boolean
  createdAt: Date
  usableFrom: Date
}

const withTables = (reader: Reader) => reader.withTables<WithdrawalTables>()

/** Returns the current state of the saved address that a withdrawal is paid to. */
export async function getDestination(reader: Reader, id: string) {
  return await withTables(reader)
    .selectFrom('withdrawal')
    .innerJoin('wallet', 'wallet.id', 'withdrawal.wallet_id')
    .select(['wallet.network', 'wallet.created_at as savedAt', 'wallet.usable_from as usableFrom'])
    .select((row) => row('wallet.retired_at', 'is not', null).$castTo<boolean>().as('removed'))
    .where('withdrawal.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Returns whether a withdrawal goes to an address that was saved less than a day ago. */
export const isForNewAddress = async (reader: Reader, id: string, now: Date): Promise<boolean> =>
  isNewAddress((await getDestination(reader, id)).savedAt, now)

/** Returns a member's saved addresses without removed ones, the main one of each coin first. */
export async function listWallets(reader: Reader, memberId: string): Promise<Wallet[]> {
  return await withTables(reader)
    .selectFrom('wallet')
    .select(['id', 'coin', 'address', 'network', 'main'])
    .select(['created_at as createdAt', 'usable_from as usableFrom'])
    .where('member_id', '=', memberId)
    .where('retired_at', 'is', null)
    .orderBy('coin')
    .orderBy('main', 'desc')
    .orderBy('created_at')
    .execute()
}

/** Returns how many other members have ever saved this address, or were paid at it. */
export async function countOtherHolders(
  reader: Reader,
  { address, memberId }: { address: string; memberId: string },
): Promise<number> {
  const row = await withTables(reader)
    .selectFrom('wallet')
    .select(({ fn }) => fn.count<bigint>('member_id').distinct().as('count'))
    .where('address', '=', address)
    .where('member_id', '!=', memberId)
    .executeTakeFirstOrThrow()

  return Number(row.count)
}

/** Returns whether any member has ever saved this address, in its canonical spelling. */
export async function isSavedAddress(reader: Reader, address: string): Promise<boolean> {
  const found = await withTables(reader)
    .selectFrom('wallet')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirst()

  return found !== undefined
}

/** Returns those of the addresses that a member has saved for withdrawals. */
export async function listSavedAddresses(
  reader: Reader,
  addresses: readonly string[],
): Promise<string[]> {
  const rows = await withTables(reader)
    .selectFrom('wallet')
    .select('address')
    .distinct()
    .where(sql<boolean>`address = any(${[...addresses]}::text[])`)
    .execute()

  return rows.map(({ address }) => address)
}

/** Returns all addresses that a member has saved, removed ones too, oldest first. */
export async function listWalletRecords(reader: Reader, memberId: string) {
  return await withTables(reader)
    .selectFrom('wallet')
    .select(['coin', 'address', 'network', 'created_at as savedAt', 'usable_from as usableFrom'])
    .select(['retired_at as removedAt'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()
}
