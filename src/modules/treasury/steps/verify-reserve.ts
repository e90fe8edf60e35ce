import { DomainError } from '#lib/errors.ts'
import {
  type ChainBalance,
  type ChainProvider,
  ChainProviderError,
} from '#modules/chains/adapters/chain-provider.ts'
import type { MessageFormat } from '#modules/chains/model.ts'
import { verifyMessage } from '#modules/chains/queries.ts'
import type { Reserve } from '../model.ts'

/** Returns the format of a signature of the text by the address, or throws `invalid_signature`. */
export function verifySignature(
  { chain, address, wallet }: Reserve,
  message: string,
  signature: string,
): MessageFormat {
  const format =
    wallet === 'single_key' ? verifyMessage({ chain, address, message, signature }) : null
  if (format) return format

  throw new DomainError(
    'invalid_signature',
    422,
    'This isn’t a signature of exactly this text by the key of this address. Copy the whole ' +
      'text, sign it with this address, and paste the signature. Contract wallets and addresses ' +
      'of several keys can’t be proved this way.',
    'signature',
  )
}

/** Reads a balance at a height, or the current one if the provider reads no past ones. */
export async function readPastBalance(
  provider: ChainProvider,
  { coin, address }: Reserve,
  height: number,
): Promise<ChainBalance> {
  try {
    return await provider.readBalance(coin, address, height)
  } catch (error) {
    if (!(error instanceof ChainProviderError)) throw error
    return await provider.readBalance(coin, address)
  }
}

/** Throws `block_replaced` (409) unless the block of the challenge is still in the chain. */
export function assertSameBlock(
  { block_height, block_hash }: { block_height: number; block_hash: string },
  { block }: ChainBalance,
): void {
  if (block.height > block_height || (block.height === block_height && block.hash === block_hash))
    return

  throw new DomainError(
    'block_replaced',
    409,
    'The block of this statement is no longer in the chain. Please prepare a new statement.',
    'signature',
  )
}
