import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import type { TestDatabase } from './database.ts'

/** Gives a deposit an address that no other deposit has, as a derived one. */
export async function moveToOwnAddress<Moved extends { id: string }>(
  { owner }: TestDatabase,
  deposit: Moved,
): Promise<Moved & { address: string }> {
  const hash = createHash('sha256').update(deposit.id).digest().subarray(0, 20)
  const address = bech32.encode('tb', [0, ...bech32.toWords(hash)])
  const client = await owner.connect()

  try {
    await client.query('set session_replication_role = replica')
    await client.query('update deposit set address = $2 where id = $1', [deposit.id, address])
    await client.query('set session_replication_role = origin')
  } finally {
    client.release()
  }

  return { ...deposit, address }
}
