import { defineMutants, type Mutant } from '../../tools/mutants/mutant.ts'

const TESTNET = ['tests/chains/bitcoin-testnet.test.ts']
const TRON = ['tests/chains/tron-payout.test.ts']
const SAFE = ['tests/chains/safe-payout.test.ts']

/** Mistakes about the network that an address is paid on, and about explorers. */
export const mutants: Mutant[] = [
  ...defineMutants('src/modules/chains/model', [
    [
      'account key of another network',
      'members would pay addresses that no provider watches',
      'address-source.ts',
      'parseKey',
      { drop: 'configured !==' },
      TESTNET,
    ],
  ]),
  ...defineMutants('src/modules/settings/model', [
    [
      'shared address of another network',
      'members would pay an address that no provider watches',
      'receiving-address.ts',
      'parseReceivingAddress',
      { drop: 'isOfBitcoinNetwork' },
      TESTNET,
    ],
    [
      'explorer without https',
      'a link of a payment could be a script',
      'explorers.ts',
      'isExplorer',
      { expression: "protocol === 'https:'", with: 'true' },
    ],
  ]),
  ...defineMutants('src/modules/chains/steps', [
    [
      'sandbox addresses read from the first block of a real chain',
      'the payments of others to sample addresses would be listed',
      'check-provider.ts',
      'isFirstRealAnswer',
      { expression: 'progress.answeredAt === null', with: 'false' },
    ],
  ]),
  ...defineMutants('src/modules/withdrawals', [
    [
      'withdrawal to another Bitcoin network',
      'a batch could not be built',
      'model/address.ts',
      'parseWithdrawalAddress',
      { drop: 'isOfBitcoinNetwork' },
      TESTNET,
    ],
    [
      'USDT on TRON to an address of Ethereum',
      'the operator would need coin on a chain that is not used',
      'model/address.ts',
      'parseWithdrawalAddress',
      { expression: "coin === 'USDT' && usdt === 'tron'", with: 'false' },
      TRON,
    ],
    [
      'batch of two networks',
      'its file would name addresses that its wallet can’t pay',
      'commands/create-payout-batch.ts',
      'createPayoutBatch',
      { drop: 'createTwoNetworksError' },
      TRON,
    ],
    [
      'network fee of another coin',
      'ether that was spent would be booked as bitcoin',
      'commands/record-payout-fees.ts',
      'postFee',
      { expression: "psbt ? 'BTC' : 'ETH'", with: "'BTC'" },
      SAFE,
    ],
  ]),
]
