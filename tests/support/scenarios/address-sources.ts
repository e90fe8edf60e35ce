import { invariant } from '#lib/invariant.ts'
import { changeAddressSource } from '#modules/administration/commands/change-address-source.ts'
import { retirePoolAddress } from '#modules/administration/commands/retire-pool-address.ts'
import { findSourceInForce } from '#modules/settings/queries.ts'
import { createEthereumSigner } from '../message-signers.ts'
import type { Scenario } from '../scenario.ts'

/** Addresses that no member has saved. */
const POOL = [200, 201, 202].map((seed) => createEthereumSigner(seed).address)
const pool = { method: 'ETHERIUM', mode: 'pool', addresses: POOL.join(' ') } as const

export const scenarios: Scenario[] = [
  {
    command: 'administration/change-address-source',
    prepare: async ({ app, ruth }) => {
      await changeAddressSource(app, ruth, pool) // the first mail alone creates its queue
      return { run: (on) => changeAddressSource(on, ruth, pool) }
    },
  },
  {
    command: 'administration/retire-pool-address',
    prepare: async ({ app, ruth }) => {
      await changeAddressSource(app, ruth, pool)
      const source = await findSourceInForce(app.db, 'ETHERIUM', app.clock.now())
      const [address] = POOL
      invariant(source && address, 'the pool is in force')
      return { run: (on) => retirePoolAddress(on, ruth, { sourceId: source.id, address }) }
    },
  },
]
