import type { Selectable } from 'kysely'
import { invariant } from '#lib/invariant.ts'
import { ETHEREUM_MAINNET } from '#modules/chains/adapters/ethereum-rpc.ts'
import { buildSafeFile } from '#modules/chains/queries.ts'
import type { Config } from '#platform/config.ts'
import type { WithdrawalTables } from '../tables.ts'
import type { PayoutBatch } from './payout-batch.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/**
 * Renders the file of a batch for the Transaction Builder of a Safe, with its checksum. It is made
 * only of the batch and of what the approvals have fixed.
 */
export function renderSafeFile(
  config: Pick<Config, 'ETHEREUM_CHAIN_ID' | 'ETHEREUM_USDT_CONTRACT'>,
  { number, createdAt }: PayoutBatch,
  rows: readonly Row[],
): string {
  const file = buildSafeFile({
    name: `Payout batch ${number}`,
    chainId: BigInt(config.ETHEREUM_CHAIN_ID),
    usdt: config.ETHEREUM_USDT_CONTRACT ?? ETHEREUM_MAINNET.usdt,
    safeAddress: '',
    createdAt,
    lines: rows.map(({ id, coin, address, coin_amount: units }) => {
      invariant(units !== null, 'a withdrawal in a batch has its coin amount')
      return { reference: id, coin, address, units }
    }),
  })

  return `${JSON.stringify(file, null, 2)}\n`
}
