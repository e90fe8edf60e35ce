import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { ETHEREUM_MAINNET } from '../../src/modules/chains/adapters/ethereum-rpc.ts'
import { encodeAddress, encodeWord, startAnvil, toHex } from '../chains/anvil.ts'
import { createOperatorWallet } from '../chains/support/operator-wallet.ts'
import { startRegtest } from '../chains/support/regtest.ts'
import type { RehearsalClock } from './clock.ts'

const TOKENS = 10n ** 15n
/** Where the contract of the tests has `mapping balanceOf`. */
const BALANCES_SLOT = 1n

/**
 * Starts private chains with the identities of the main networks, as an installation in live demands
 * them: bcoin with Bitcoin's first block, and anvil as chain 1 with a token at Tether's address.
 * Their coin is worth nothing, and no request leaves this machine.
 */
export async function startChains(clock: RehearsalClock) {
  const bitcoin = await startRegtest('mainnet')
  const ethereum = await startAnvil({ chainId: ETHEREUM_MAINNET.chainId })
  const [payer = ''] = ethereum.accounts
  const code = await ethereum.send('eth_getCode', [ethereum.usdt, 'latest'])
  await ethereum.send('anvil_setCode', [ETHEREUM_MAINNET.usdt, code])
  await ethereum.send('anvil_setStorageAt', [
    ETHEREUM_MAINNET.usdt,
    findBalanceSlot(payer),
    `0x${encodeWord(TOKENS)}`,
  ])

  /** Mines on both chains, at the time of the rehearsal. */
  const mine = async (blocks: number) => {
    bitcoin.setTime(clock.now())
    await bitcoin.mine(blocks)
    await ethereum.send('evm_setTime', [toHex(clock.now().getTime())])
    await ethereum.mine(blocks)
  }
  await mine(1)

  return {
    bitcoin,
    ethereum,
    usdt: ETHEREUM_MAINNET.usdt,
    wallet: createOperatorWallet('mainnet'),
    mine,
    environment: {
      BITCOIN_PROVIDERS: `core=${bitcoin.core.url},esplora=${bitcoin.esplora.url}`,
      ETHEREUM_PROVIDERS: `rpc=${ethereum.url}`,
    },
    stop: async () => {
      await bitcoin.stop()
      await ethereum.stop()
    },
  }
}

export type RehearsalChains = Awaited<ReturnType<typeof startChains>>

const findBalanceSlot = (account: string) =>
  `0x${bytesToHex(keccak_256(hexToBytes(encodeAddress(account) + encodeWord(BALANCES_SLOT))))}`
