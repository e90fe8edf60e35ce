import type { AddressSource, OperatorSettings } from './calls.tsx'

export type AddressSupply = OperatorSettings['supplies'][number]
type SourceFacts = Pick<
  AddressSource,
  'mode' | 'network' | 'accountKey' | 'scriptType' | 'fingerprint' | 'path' | 'addressCount'
>

const SCRIPT_LABELS: Readonly<Record<string, string>> = {
  p2wpkh: 'Native SegWit (P2WPKH)',
  p2tr: 'Taproot (P2TR)',
  account: 'Account address',
}

export const getScriptLabel = (scriptType: string | null) => SCRIPT_LABELS[scriptType ?? ''] ?? '–'

/** Returns the beginning and the end of an account key. */
const shortenKey = (key: string) => `${key.slice(0, 12)}…${key.slice(-8)}`

/** Returns a source of addresses in one line. */
export function describeSource({
  mode,
  network,
  accountKey,
  scriptType,
  path,
  addressCount,
}: SourceFacts) {
  if (mode === 'shared') return `${network}: one shared address`
  if (mode === 'pool')
    return `${network}: pool of ${addressCount} ${addressCount === 1 ? 'address' : 'addresses'}`

  return [
    `${network}: an address for each deposit from ${shortenKey(accountKey ?? '')}`,
    getScriptLabel(scriptType),
    path && `path ${path}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns how many addresses of a source are free or unpaid. */
export const describeSupply = ({ size, free, unused }: AddressSupply) =>
  size > 0
    ? `${free} of ${size} addresses free`
    : `${unused} unpaid ${unused === 1 ? 'address' : 'addresses'} in a row`
