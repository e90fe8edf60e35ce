import { checkTronAddress } from '#lib/addresses.ts'
import { DomainError } from '#lib/errors.ts'
import { createPrivateKeyError, isPrivateKeyLike } from '#lib/private-keys.ts'
import {
  type AddressChain,
  MAX_POOL_ADDRESSES,
  type NetworkConfig,
  type PaymentMethodCode,
  parseReceivingAddress,
} from '#modules/settings/model.ts'
import type { AddressSourceInput } from './address-source-input.ts'

/** The number of faulty lines that a message names. */
const MAX_FAULTS_NAMED = 5

export function parsePool(
  config: NetworkConfig,
  method: PaymentMethodCode,
  chain: AddressChain,
  { addresses = '' }: AddressSourceInput,
): string[] {
  if (isPrivateKeyLike(addresses)) throw createPrivateKeyError('addresses')

  const texts = addresses.split(/[\s,;]+/).filter((text) => text !== '')
  const faults: string[] = []
  const pool = new Set<string>()

  for (const [at, text] of texts.entries()) {
    const checked = checkPoolAddress(config, method, chain, text)
    if (!checked.ok) faults.push(`Address ${at + 1}: ${checked.reason}`)
    else if (pool.has(checked.address)) faults.push(`Address ${at + 1} is listed twice.`)
    else pool.add(checked.address)
  }

  const more = faults.length - MAX_FAULTS_NAMED
  if (more > 0) faults.splice(MAX_FAULTS_NAMED, more, `${more} more need correction.`)
  if (faults.length > 0)
    throw new DomainError('invalid_address', 422, faults.join(' '), 'addresses')
  if (pool.size === 0)
    throw new DomainError('invalid_address', 422, 'Paste at least one address.', 'addresses')
  if (pool.size > MAX_POOL_ADDRESSES)
    throw new DomainError(
      'invalid_address',
      422,
      `A pool has at most ${MAX_POOL_ADDRESSES} addresses.`,
      'addresses',
    )

  return [...pool]
}

type PoolAddress = { ok: true; address: string } | { ok: false; reason: string }

function checkPoolAddress(
  config: NetworkConfig,
  method: PaymentMethodCode,
  chain: AddressChain,
  text: string,
): PoolAddress {
  if (chain === 'tron') {
    const checked = checkTronAddress(text)
    return checked.ok ? { ok: true, address: checked.canonical } : checked
  }

  try {
    return { ok: true, address: parseReceivingAddress(config, method, text) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ok: false, reason: error.message }
  }
}
