import { defineMutants, type Mutant } from '../../tools/mutants/mutant.ts'

const NODE = ['tests/chains/ethereum.test.ts']
const FAULTS = ['tests/chains/ethereum-faults.test.ts']

/** Mistakes in what nodes of Ethereum and TRON are believed, and in what is paid through a Safe. */
export const mutants: Mutant[] = [
  ...defineMutants('src/modules/chains/adapters', [
    [
      'logs of any contract',
      'a token with the name of USDT would be credited',
      'transfer-logs.ts',
      'readLogs',
      { drop: 'assertRequested' },
      FAULTS,
    ],
    [
      'logs before the node has the block',
      'a payment would be taken for missing',
      'transfer-logs.ts',
      'readLogs',
      { drop: 'is not there yet' },
      FAULTS,
    ],
    [
      'removed logs',
      'a payment of an abandoned block would be credited',
      'transfer-logs.ts',
      'readLogs',
      { drop: 'removed' },
      FAULTS,
    ],
    [
      'a log and a receipt that differ',
      'an amount that a node made up would be credited',
      'token-logs.ts',
      'findTransfer',
      { drop: 'a log and its receipt differ' },
      FAULTS,
    ],
    [
      'reverted transactions',
      'ether that came back would be credited',
      'ether-flows.ts',
      'computeFlows',
      { expression: 'receipt.status !== 1n || value === 0n', with: 'value === 0n' },
      NODE,
    ],
    [
      'fees of what an address spends',
      'a payment would be made up, or be too small',
      'ether-flows.ts',
      'computeFlows',
      { drop: 'computeFee' },
      FAULTS,
    ],
    [
      'reverted calls',
      'ether that a call gave back would be credited',
      'ether-traces.ts',
      'listTransfers',
      { expression: '!reverted', with: 'true' },
      NODE,
    ],
    [
      'another chain',
      'coins of a test network would be credited',
      'evm-provider.ts',
      'createEvmProvider',
      { drop: 'chainId' },
      FAULTS,
    ],
    [
      'a node that is still syncing',
      'payments would be taken for missing',
      'evm-provider.ts',
      'createEvmProvider',
      { drop: 'isSyncing' },
      FAULTS,
    ],
    [
      'a node below its earlier block',
      'confirmed payments would be taken back',
      'evm-cursor.ts',
      'findFork',
      { drop: 'memory.height' },
      FAULTS,
    ],
    [
      'a chain that changes while it is read',
      'a payment of an abandoned block would be credited',
      'evm-observe.ts',
      'observeEvm',
      { drop: 'readHeader' },
      FAULTS,
    ],
    [
      'other tokens in TronGrid’s transactions',
      'a token with the name of USDT would be credited',
      'trongrid-answers.ts',
      'listTransfer',
      { drop: 'isTransfer' },
      ['tests/chains/tron.test.ts'],
    ],
  ]),
  ...defineMutants('src/modules/chains/model', [
    [
      'a checksum over the name',
      'Safe would warn that every file was changed',
      'safe-file.ts',
      'computeSafeChecksum',
      { expression: 'null', with: 'file.meta.name' },
    ],
    [
      'signatures of other addresses',
      'reserves that others hold would be shown as proved',
      'ethereum-messages.ts',
      'verifyEthereumMessage',
      { expression: 'signer === address.toLowerCase()', with: 'true' },
    ],
    [
      'signatures with the high half of s',
      'one signature would count as two',
      'ethereum-messages.ts',
      'recoverAccount',
      { drop: 'hasHighS' },
    ],
  ]),
]
