import { checkAddress } from '#lib/addresses.ts'
import { verifyEthereumMessage, verifyTronMessage } from '../model/ethereum-messages.ts'
import { isMessageProved } from '../model/message-proofs.ts'
import type { ChainName, MessageFormat } from '../model.ts'

export type SignedMessage = {
  chain: ChainName
  address: string
  message: string
  signature: string
}

/** BIP 137 signs with 65 bytes: 88 digits of base64. */
const LEGACY_LENGTH = 88

/**
 * Returns the standard by which the key of an address signed exactly a message; null if it did not,
 * or if this can't be verified, as for contract wallets and addresses of several keys.
 */
export function verifyMessage(signed: SignedMessage): MessageFormat | null {
  const { chain, address, message } = signed
  const signature = signed.signature.trim()

  if (chain === 'ethereum')
    return verifyEthereumMessage(address, message, signature) ? 'eip191' : null
  if (chain === 'tron') return verifyTronMessage(address, message, signature) ? 'tip191' : null

  const checked = checkAddress('BTC', address)
  if (!checked.ok || checked.network === 'any') return null

  const proof = { address, message, signature, network: checked.network }
  if (!isMessageProved(proof)) return null
  return signature.length === LEGACY_LENGTH ? 'bip137' : 'bip322'
}
