import { type AddressSourceContent, describeChain } from '#modules/settings/model.ts'

const SCRIPTS = { p2wpkh: 'native SegWit', p2tr: 'Taproot', account: 'account' } as const

/**
 * Returns a source of addresses in one line, for mails and the audit log: no address is left out of
 * a pool's count.
 */
export function describeAddressSource(source: AddressSourceContent): string {
  const { method, mode, chain, accountKey, scriptType, path, addresses } = source
  const network = describeChain(method, chain)
  if (mode === 'shared') return `One shared address (${network})`
  if (mode === 'pool') {
    const count = addresses?.length ?? 0
    return (
      `Pool of ${count} ${count === 1 ? 'address' : 'addresses'} (${network}), ` +
      `first ${addresses?.[0]}`
    )
  }

  const origin = path ? `, path ${path}` : ''
  return `Account key ${accountKey} (${network}, ${scriptType && SCRIPTS[scriptType]}${origin})`
}
