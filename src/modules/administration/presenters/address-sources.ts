import { listFirstAddresses } from '#modules/chains/queries.ts'
import {
  type AddressSource,
  type AddressSourceContent,
  describeChain,
} from '#modules/settings/model.ts'
import type { Config } from '#platform/config.ts'

const toFacts = (source: AddressSourceContent) => ({
  mode: source.mode,
  network: describeChain(source.method, source.chain),
  accountKey: source.accountKey,
  scriptType: source.scriptType,
  fingerprint: source.fingerprint,
  path: source.path,
  addressCount: source.addresses?.length ?? null,
})

/** Returns a checked source with the addresses that the operator compares with the wallet. */
export const toSourcePreview = (
  { BITCOIN_NETWORK: network }: Pick<Config, 'BITCOIN_NETWORK'>,
  source: AddressSourceContent,
) => ({
  ...toFacts(source),
  firstAddresses: listFirstAddresses(source, { network }),
})

/** Returns the sources of addresses, newest first, and which of them are in force. */
export const toSourceResponses = (sources: readonly AddressSource[], now: Date) =>
  sources.map((source) => ({
    ...toFacts(source),
    _id: source.id,
    method: source.method,
    chain: source.chain,
    effectiveFrom: source.effectiveFrom,
    inForce:
      source ===
      sources.find(({ method, effectiveFrom }) => method === source.method && effectiveFrom <= now),
    changed: { by: source.by, at: source.at },
  }))
