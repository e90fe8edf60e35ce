/**
 * The table of coins: everything that holds for a coin wherever it is used. A coin is added by a
 * row here and one in `PAYMENT_METHODS` (modules/settings/model/payment-methods.ts); see
 * docs/how-to/add-a-payment-method.md.
 */
type CoinRow = {
  /** Digits behind the point of one whole unit, as booked. */
  scale: number
  /** The name of its addresses in messages: 'Please enter an address for …'. */
  addressName: string
  /** The network of its addresses as members read it. */
  chain: string
  addressFormat: 'bitcoin' | 'ethereum'
  /** `many` if a transaction can pay several outputs, numbered from 0. */
  outputs: 'many' | 'one' | 'log'
  /**
   * The link that a wallet opens to pay: BIP 21, or none but the plain address. Wallets have lost
   * money with EIP 681.
   */
  paymentLink: 'bip-21' | null
  /** The field of a member's main address on the wire. */
  walletField: string
}

export const COIN_TABLE = {
  BTC: {
    scale: 8,
    addressName: 'Bitcoin',
    chain: 'Bitcoin',
    addressFormat: 'bitcoin',
    outputs: 'many',
    paymentLink: 'bip-21',
    walletField: 'bitcoin',
  },
  // booked in gwei: docs/ledger.md, 'Shape'
  ETH: {
    scale: 9,
    addressName: 'Ethereum',
    chain: 'Ethereum',
    addressFormat: 'ethereum',
    outputs: 'one',
    paymentLink: null,
    walletField: 'ethereum',
  },
  USDT: {
    scale: 6,
    addressName: 'USDT (ERC-20 on Ethereum)',
    chain: 'ERC-20 on Ethereum',
    addressFormat: 'ethereum',
    outputs: 'log',
    paymentLink: null,
    walletField: 'usdt',
  },
} as const satisfies Record<string, CoinRow>

export type Coin = keyof typeof COIN_TABLE
export type Currency = 'USD' | Coin
export type WalletField = (typeof COIN_TABLE)[Coin]['walletField']

/** Every coin, in the order in which screens and contracts list them. */
export const COINS = Object.keys(COIN_TABLE) as readonly Coin[] as readonly [Coin, ...Coin[]]
/** Every currency that is booked: dollars, then the coins. */
export const CURRENCIES = ['USD', ...COINS] as const satisfies readonly Currency[]

const DOLLAR_SCALE = 2

/** Digits behind the point of one whole unit of each currency. */
export const SCALE = Object.fromEntries(
  CURRENCIES.map((currency) => [
    currency,
    currency === 'USD' ? DOLLAR_SCALE : COIN_TABLE[currency].scale,
  ]),
) as Record<Currency, number>

export const isCoin = (text: string | undefined): text is Coin =>
  text !== undefined && Object.hasOwn(COIN_TABLE, text)

/**
 * Returns a record with one value for each coin, under the name of its wallet field on the wire.
 */
export const mapWalletFields = <Value>(read: (coin: Coin) => Value) =>
  Object.fromEntries(COINS.map((coin) => [COIN_TABLE[coin].walletField, read(coin)])) as Record<
    WalletField,
    Value
  >
