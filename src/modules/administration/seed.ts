import { listFirstAddresses, parseAddressSourceInput } from '#modules/chains/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { getConfiguredBitcoinNetwork } from '#modules/settings/model.ts'
import { listAddressSources } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { changeAddressSource } from './commands/change-address-source.ts'

/** Account 0 of `abandon … about` on test networks (BIP 84): its private key is published. */
const BITCOIN_KEY =
  "[73c5da0a/84'/1'/0']vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQ" +
  'iitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc'
/**
 * Account 0 of `test … junk`, the accounts of development nodes: their private keys are published.
 */
const ETHEREUM_KEY =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV' +
  '9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP'

/** An address is lent for as long as its quote may be paid, so a busy sandbox needs many. */
const POOL_SIZE = 250

/** Sets the sandbox's sources of payment addresses, unless there are any. */
export async function seedAddressSources(app: App, owner: Admin): Promise<void> {
  if ((await listAddressSources(app.db)).length > 0) return

  // a configured provider's network may have no addresses of a test key
  if (getConfiguredBitcoinNetwork(app.config) === null)
    await changeAddressSource(app, owner, {
      method: 'BITCOIN',
      mode: 'xpub',
      accountKey: BITCOIN_KEY,
      compared: true,
    })
  await changeAddressSource(app, owner, {
    method: 'ETHERIUM',
    mode: 'pool',
    addresses: listSampleAddresses(app, 0).join('\n'),
  })
  await changeAddressSource(app, owner, {
    method: 'USDT',
    mode: 'pool',
    addresses: listSampleAddresses(app, POOL_SIZE).join('\n'),
  })
}

function listSampleAddresses({ config }: App, from: number): string[] {
  const account = { method: 'ETHERIUM', mode: 'xpub', accountKey: ETHEREUM_KEY } as const
  return listFirstAddresses(parseAddressSourceInput(config, account), { from, count: POOL_SIZE })
}
