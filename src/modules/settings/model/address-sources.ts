import { METHOD_FACTS, type PaymentMethodCode } from './payment-methods.ts'

/**
 * The ways in which a method gets its addresses: derived from the operator's account key for each
 * deposit, lent from a pool, or one shared address with a unique amount.
 */
export const ADDRESS_MODES = ['xpub', 'pool', 'shared'] as const
export type AddressMode = (typeof ADDRESS_MODES)[number]

export type AddressChain = 'bitcoin' | 'ethereum' | 'tron'
export type AddressScript = 'p2wpkh' | 'p2tr' | 'account'

/**
 * The definition of a source; the content of the proposal that two admins decide on, in this order.
 */
export type AddressSourceContent = {
  method: PaymentMethodCode
  mode: AddressMode
  chain: AddressChain
  /** xpub: the extended public key, as `xpub…` or `tpub…`. */
  accountKey: string | null
  scriptType: AddressScript | null
  fingerprint: string | null
  path: string | null
  /** pool: the addresses in their canonical spelling. */
  addresses: readonly string[] | null
}

/** A stored source of a method. */
export type AddressSource = AddressSourceContent & {
  id: string
  effectiveFrom: Date
  by: string
  at: Date
}

/** A source without the addresses of its pool, which can be a thousand. */
export type AddressSourceRow = Omit<AddressSource, 'addresses'>

/** The largest pool. */
export const MAX_POOL_ADDRESSES = 1_000

const METHOD_CHAINS: Readonly<Record<PaymentMethodCode, readonly AddressChain[]>> = {
  BITCOIN: ['bitcoin'],
  ETHERIUM: ['ethereum'],
  USDT: ['ethereum', 'tron'],
}

/** Returns the chains that a method can be paid on; the first is its usual one. */
export const getMethodChains = (method: PaymentMethodCode): readonly AddressChain[] =>
  METHOD_CHAINS[method]

/** Returns the chain of a method without a source of its own. */
export const getDefaultChain = (method: PaymentMethodCode): AddressChain =>
  METHOD_CHAINS[method][0] as AddressChain

/** Returns the network of a method as people read it: 'ERC-20 on Ethereum'. */
export const describeChain = (method: PaymentMethodCode, chain: AddressChain): string =>
  chain === 'tron' ? 'TRC-20 on TRON' : METHOD_FACTS[method].chain

/** Returns the network as people read it next to an address: 'usdt, ERC-20 on Ethereum'. */
export const formatNetwork = (
  method: PaymentMethodCode,
  chain: AddressChain = getDefaultChain(method),
): string => `${METHOD_FACTS[method].label.toLowerCase()}, ${describeChain(method, chain)}`

const toText = (value: unknown) => (typeof value === 'string' ? value : null)

/**
 * Parses the stored content of a proposal; its fields are in the order that the database hashes.
 */
export const parseAddressSource = (
  content: Readonly<Record<string, unknown>>,
): AddressSourceContent => ({
  method: String(content.method) as PaymentMethodCode,
  mode: String(content.mode) as AddressMode,
  chain: String(content.chain) as AddressChain,
  accountKey: toText(content.accountKey),
  scriptType: toText(content.scriptType) as AddressScript | null,
  fingerprint: toText(content.fingerprint),
  path: toText(content.path),
  addresses: Array.isArray(content.addresses) ? content.addresses.map(String) : null,
})
