import type { Coin } from '#lib/currencies.ts'
import { HOUR_MS } from '#lib/dates.ts'
import type { BlockRef, ChainName, MessageFormat } from '#modules/chains/model.ts'

/** The kinds of wallet that an address belongs to. Only one with a single key proves control. */
export const WALLET_KINDS = ['single_key', 'multisig', 'contract', 'custodian'] as const
export type WalletKind = (typeof WALLET_KINDS)[number]

/**
 * proved: a signed statement of control was verified; unproved: there is none yet; not_covered: its
 * signature can't be verified here.
 */
export const RESERVE_STATES = ['proved', 'unproved', 'not_covered'] as const
export type ReserveState = (typeof RESERVE_STATES)[number]

/** A verified statement of control. */
export type ReserveProof = {
  statement: string
  signature: string
  format: MessageFormat
  /** The balance in the coin's minor units, at `block`. */
  units: bigint
  block: BlockRef
  provider: string
  /** The balance is one of the sandbox's simulated chain. */
  simulated: boolean
  verifiedAt: Date
}

/** A prepared statement that waits for its signature. */
export type ReserveChallenge = { id: string; statement: string; expiresAt: Date }

/** An address of the operator in use, with its latest statement. */
export type Reserve = {
  id: string
  chain: ChainName
  coin: Coin
  address: string
  place: string
  wallet: WalletKind
  addedAt: Date
  state: ReserveState
  proof: ReserveProof | null
  challenge: ReserveChallenge | null
}

/** Why an address isn't covered. */
export const NOT_COVERED: Record<Exclude<WalletKind, 'single_key'>, string> = {
  multisig: 'An address of several keys or of a script: its signatures aren’t verified here.',
  contract: 'A contract wallet signs by its contract’s own rules, which aren’t verified here.',
  custodian: 'A custodian holds the keys, so the operator can’t sign.',
}

/** The text on what a statement of control shows, and what it does not. */
export const RESERVES_MEANING =
  'A signed statement shows control of an address when it was signed. It is not an audit, and does not ' +
  'show debts elsewhere.'

/** The time within which a prepared statement has to be signed. */
export const CHALLENGE_MS = 24 * HOUR_MS

type StatementFacts = {
  /** The host of the site. */
  domain: string
  coin: Coin
  chain: ChainName
  address: string
  preparedAt: Date
  block: Pick<BlockRef, 'height' | 'hash'>
  /** 32 hex digits. */
  nonce: string
}

/** Returns the text that the key of a reserve address signs. */
export const buildReserveStatement = (facts: StatementFacts): string =>
  [
    `${facts.domain} controls this address.`,
    `Asset: ${facts.coin} on ${facts.chain}`,
    `Address: ${facts.address}`,
    `Date: ${facts.preparedAt.toISOString().slice(0, 10)}`,
    `Latest block: ${facts.block.height} ${facts.block.hash}`,
    `Nonce: ${facts.nonce}`,
  ].join('\n')
