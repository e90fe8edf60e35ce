import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { formatCsv } from '#lib/csv.ts'
import type { Coin } from '#lib/currencies.ts'
import { invariant } from '#lib/invariant.ts'
import { formatAmount } from '#lib/money.ts'

/** One payment of a payout, in the coin's booked minor units. */
export type PayoutLine = { reference: string; coin: Coin; address: string; units: bigint }

export type SafeTransaction = { to: string; value: string; data: string | null }

/** A file that Safe's Transaction Builder imports. */
export type SafeFile = {
  version: '1.0'
  chainId: string
  createdAt: number
  meta: {
    name: string
    description: string
    txBuilderVersion: string
    createdFromSafeAddress: string
    createdFromOwnerAddress: string
    checksum?: string
  }
  transactions: readonly SafeTransaction[]
}

type SafeFileInput = {
  name: string
  chainId: bigint
  /** The contract of USDT on that chain. */
  usdt: string
  /** The operator's Safe; empty if it isn't known. */
  safeAddress: string
  createdAt: Date
  lines: readonly PayoutLine[]
}

const WEI_PER_GWEI = 1_000_000_000n
/** The version of the format that is written. */
const BUILDER_VERSION = '1.16.5'
/** transfer(address,uint256) */
const TRANSFER_SELECTOR = 'a9059cbb'

/**
 * Returns a file for Safe's Transaction Builder that pays each line with one transaction: ETH as a
 * value, USDT as a call of the token's transfer. Safe warns of a change unless the checksum is
 * right.
 */
export function buildSafeFile(input: SafeFileInput): SafeFile {
  const file: SafeFile = {
    version: '1.0',
    chainId: String(input.chainId),
    createdAt: input.createdAt.getTime(),
    meta: {
      name: input.name,
      description: '',
      txBuilderVersion: BUILDER_VERSION,
      createdFromSafeAddress: input.safeAddress,
      createdFromOwnerAddress: '',
    },
    transactions: input.lines.map((line) => buildTransaction(line, input.usdt)),
  }

  return { ...file, meta: { ...file.meta, checksum: computeSafeChecksum(file) } }
}

function buildTransaction({ coin, address, units }: PayoutLine, usdt: string): SafeTransaction {
  invariant(units > 0n && /^0x[0-9a-fA-F]{40}$/.test(address), 'a line pays an Ethereum address')
  if (coin === 'ETH') return { to: address, value: String(units * WEI_PER_GWEI), data: null }

  invariant(coin === 'USDT', 'a Safe pays ETH and USDT')
  const recipient = address.slice(2).toLowerCase().padStart(64, '0')
  const amount = units.toString(16).padStart(64, '0')

  return { to: usdt, value: '0', data: `0x${TRANSFER_SELECTOR}${recipient}${amount}` }
}

/**
 * Returns the checksum of a file as Safe's Transaction Builder computes it: keccak-256 of the file
 * in a form of its own, with sorted keys, without the checksum and with null as name.
 */
export function computeSafeChecksum(file: SafeFile): string {
  const { checksum: _, ...meta } = file.meta
  const text = serialiseSorted({ ...file, meta: { ...meta, name: null } })

  return `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`
}

/** Writes an object as its sorted keys, then each value with a comma behind it. */
function serialiseSorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serialiseSorted).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)

  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  const keys = JSON.stringify(entries.map(([key]) => key))
  return `{${keys}${entries.map(([, item]) => `${serialiseSorted(item)},`).join('')}}`
}

/** Returns the lines as comma-separated values, with amounts in whole units of the coin. */
export const buildPayoutCsv = (lines: readonly PayoutLine[]): string =>
  formatCsv([
    ['reference', 'coin', 'address', 'amount'],
    ...lines.map(({ reference, coin, address, units }) => [
      reference,
      coin,
      address,
      formatAmount(units, coin),
    ]),
  ])
