import { checkAddress, checkTronAddress } from '#lib/addresses.ts'
import type { Coin } from '#lib/currencies.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { createPrivateKeyError, isPrivateKeyLike } from '#lib/private-keys.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { ChainName } from '#modules/chains/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Reserve, WalletKind } from '../model.ts'
import { getPlace, getReserve } from '../queries.ts'
import type { TreasuryTables } from '../tables.ts'

export type AddReserveAddress = {
  coin: Coin
  /** Of USDT, by default Ethereum; other coins have one chain. */
  chain?: ChainName
  address: string
  /** The custody place whose coin it holds, such as hot or cold. */
  place?: string
  wallet: WalletKind
}

/**
 * Adds an address of the operator's reserves. Throws `private_key` and `invalid_address` (422),
 * `unknown_place` (422), and `already_added` (409).
 */
export async function addReserveAddress(
  app: App,
  admin: Staff,
  { coin, chain: requestedChain, address: typed, place: placeName, wallet }: AddReserveAddress,
): Promise<Reserve> {
  assertPermitted(admin, 'ledger.reconcile')

  const chain = parseChain(coin, requestedChain)
  const address = parseReserveAddress(app, { coin, chain, typed, wallet })

  return await runInTransaction(app.db, async (tx) => {
    const place = await getPlace(tx, coin, placeName)
    const id = createId('rsv')
    const now = app.clock.now()

    const { numInsertedOrUpdatedRows: added } = await tx
      .withTables<TreasuryTables>()
      .insertInto('reserve_address')
      .values({
        id,
        chain,
        coin,
        address,
        place,
        wallet,
        added_by: admin.id,
        added_at: now,
        retired_by: null,
        retired_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!added)
      throw new DomainError('already_added', 409, 'This address is already listed.', 'address')

    await record(tx, now, admin, 'reserve-address.added', id, {
      coin,
      chain,
      address,
      place,
      wallet,
    })

    return await getReserve(tx, id, now)
  })
}

const CHAIN_OF: Record<Coin, ChainName> = { BTC: 'bitcoin', ETH: 'ethereum', USDT: 'ethereum' }

function parseChain(coin: Coin, chain: ChainName = CHAIN_OF[coin]): ChainName {
  if (chain === CHAIN_OF[coin] || (coin === 'USDT' && chain === 'tron')) return chain
  throw new DomainError('invalid_chain', 422, `${coin} isn’t held on this network.`, 'chain')
}

type TypedAddress = Pick<AddReserveAddress, 'coin' | 'wallet'> & { chain: ChainName; typed: string }

function parseReserveAddress(
  { config }: Pick<App, 'config'>,
  { coin, chain, typed, wallet }: TypedAddress,
): string {
  if (isPrivateKeyLike(typed)) throw createPrivateKeyError('address')

  const checked = chain === 'tron' ? checkTronAddress(typed) : checkAddress(coin, typed)
  if (!checked.ok) throw createAddressError(checked.reason)
  if (config.MODE === 'live' && checked.network === 'testnet')
    throw createAddressError('This is an address of a test network. It holds no money.')

  if (wallet === 'single_key' && isScriptAddress(chain, checked.canonical))
    throw new DomainError(
      'not_single_key',
      422,
      'This address belongs to several keys or a script. Choose ‘Several keys (multisig)’.',
      'wallet',
    )

  return checked.canonical
}

const createAddressError = (reason: string) =>
  new DomainError('invalid_address', 422, reason, 'address')

/**
 * P2WSH: version 0 with a program of 32 bytes. A script in P2SH only shows when it fails to sign.
 */
const isScriptAddress = (chain: ChainName, address: string) =>
  chain === 'bitcoin' && /^(bc|tb)1q.{58}$/.test(address)
