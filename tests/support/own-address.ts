import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import type { TestDatabase } from './database.ts'

/** Gives a deposit an address that no other deposit has, as a derived one. */
export async function moveToOwnAddress<Moved extends { id: string }>(
  database: TestDatabase,
  deposit: Moved,
): Promise<Moved & { address: string }> {
  const hash = createHash('sha256').update(deposit.id).digest().subarray(0, 20)
  const address = bech32.encode('tb', [0, ...bech32.toWords(hash)])
  await setDepositAddress(database, deposit.id, address)
  return { ...deposit, address }
}

/** Sets the address of a deposit, which no command changes. */
export async function setDepositAddress({ owner }: TestDatabase, id: string, address: string) {
  const client = await owner.connect()

  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query('update deposit set address = $2 where id = $1', [id, address])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
