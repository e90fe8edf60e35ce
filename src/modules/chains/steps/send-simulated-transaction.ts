import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { buildBitcoinTransaction, type SpentOutput } from '../model/simulated-bitcoin.ts'
import type { ChainName } from '../model.ts'
import type { ChainTables } from '../tables.ts'

export type SimulatedOutput = { coin: Coin; address: string; units: bigint }

/** A transaction to send; without `inputs`, a Bitcoin transaction spends an output of its own. */
export type SimulatedTransactionInput = {
  chain: ChainName
  outputs: readonly SimulatedOutput[]
  replaceable: boolean
  inputs?: readonly SpentOutput[]
  /** Of a Bitcoin transaction that was made elsewhere. */
  txid?: string
  raw?: string
}

const createRandomId = () => randomBytes(32).toString('hex')

/**
 * Puts a transaction into the mempool of a simulated chain and returns its id; sending it again
 * changes nothing. Throws `output_spent` (409) when another transaction spends an input.
 */
export async function sendSimulatedTransaction(
  tx: Tx,
  input: SimulatedTransactionInput,
  now: Date,
): Promise<string> {
  const { chain, outputs, replaceable } = input
  const inputs = input.inputs ?? (chain === 'bitcoin' ? [{ txid: createRandomId(), index: 0 }] : [])
  const made =
    chain === 'bitcoin' && !input.raw ? buildBitcoinTransaction(inputs, outputs, replaceable) : null
  const txid = made?.txid ?? input.txid ?? createRandomId()

  const own = tx.withTables<ChainTables>()
  const sent = await own
    .insertInto('simulated_transaction')
    .values({
      chain,
      txid,
      raw: made?.raw ?? input.raw ?? null,
      replaceable,
      sent_at: now,
      block_height: null,
      dropped_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (sent.numInsertedOrUpdatedRows === 0n) return txid

  await assertUnspent(tx, chain, inputs)
  await insertParts(tx, { chain, txid, inputs, outputs })
  return txid
}

type Parts = {
  chain: ChainName
  txid: string
  inputs: readonly SpentOutput[]
  outputs: readonly SimulatedOutput[]
}

async function insertParts(tx: Tx, { chain, txid, inputs, outputs }: Parts): Promise<void> {
  const own = tx.withTables<ChainTables>()
  await own
    .insertInto('simulated_output')
    .values(outputs.map((output, at) => ({ chain, txid, output_index: at, ...output })))
    .execute()

  if (inputs.length > 0)
    await own
      .insertInto('simulated_input')
      .values(
        inputs.map((spent) => ({
          chain,
          txid,
          spent_txid: spent.txid,
          spent_index: spent.index,
        })),
      )
      .execute()
}

async function assertUnspent(tx: Tx, chain: ChainName, inputs: readonly SpentOutput[]) {
  const { rows } = await sql`
    select from simulated_input i join simulated_transaction t using (chain, txid)
      join unnest(${inputs.map(({ txid }) => txid)}::text[],
        ${inputs.map(({ index }) => index)}::integer[]) as n (txid, index)
        on n.txid = i.spent_txid and n.index = i.spent_index
    where chain = ${chain} and t.dropped_at is null limit 1`.execute(tx)

  if (rows.length > 0)
    throw new DomainError(
      'output_spent',
      409,
      'Another transaction of the simulated chain spends one of these outputs.',
    )
}
