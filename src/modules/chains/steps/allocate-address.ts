import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { formatNetwork, getDefaultChain, type PaymentMethod } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import type { ChainName } from '../model.ts'
import { allocateDerivedAddress } from './allocate-derived-address.ts'
import { allocatePoolAddress } from './allocate-pool-address.ts'
import { buildWatchCall } from './select-watch.ts'

export type AllocateAddress = {
  method: PaymentMethod
  memberId: string
  depositId: string
  /** The end of the quote. */
  expiresAt: Date
}

/** The address that one deposit is paid at. */
export type AllocatedAddress = {
  address: string
  chain: ChainName
  network: string
  /** null for the shared address. */
  sourceId: string | null
}

/**
 * Gives a deposit the address that it is paid at, from the source of its method that is in force,
 * and puts it under watch; a shared one needs `selectSharedWatch` too. The deposit is stored in the
 * same transaction. Throws `method_closed` and `addresses_in_use` (409), and `address_mismatch`
 * (503) if a stored address isn't its key's.
 */
export async function allocateAddress(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  { method, memberId, depositId, expiresAt }: AllocateAddress,
): Promise<AllocatedAddress> {
  const { source } = method
  if (!source) return shareAddress(method)

  const loan = { source, coin: method.coin, memberId, depositId, expiresAt }
  const address =
    source.mode === 'xpub'
      ? await allocateDerivedAddress(tx, app, loan)
      : await allocatePoolAddress(tx, app, loan)
  if (!address) throw createInUseError(method)

  return {
    address,
    chain: source.chain,
    network: formatNetwork(method.method, source.chain),
    sourceId: source.id,
  }
}

function shareAddress({ method, label, network, address }: PaymentMethod): AllocatedAddress {
  if (!address)
    throw new DomainError(
      'method_closed',
      409,
      `${label} isn’t available at the moment.`,
      'payment_method',
    )

  return { address, chain: getDefaultChain(method), network, sourceId: null }
}

/**
 * Returns the query that puts the shared address of a method under watch, for `readBatch` in a
 * transaction; without one, a query without rows.
 */
export function selectSharedWatch(
  { method, coin, source, address }: PaymentMethod,
  { at, expiresAt }: { at: Date; expiresAt: Date },
) {
  const query: RawBuilder<{ watched: string | null }> =
    source || !address
      ? sql`select null::text as watched where false`
      : sql`select ${buildWatchCall(
          { chain: getDefaultChain(method), coin, at, expiresAt },
          sql`${address}`,
        )} as watched`

  return toBatchQuery(query, {})
}

/** Returns the error for a pool without a free address; a health check notifies the staff. */
const createInUseError = ({ label }: PaymentMethod) =>
  new DomainError(
    'addresses_in_use',
    409,
    `All addresses for ${label} are in use at the moment. Please try again in a few minutes, or ` +
      'choose another payment method.',
    'payment_method',
  )
