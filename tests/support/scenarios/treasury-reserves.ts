import { invariant } from '#lib/invariant.ts'
import { addReserveAddress } from '#modules/treasury/commands/add-reserve-address.ts'
import { prepareReserveStatement } from '#modules/treasury/commands/prepare-reserve-statement.ts'
import { recordReserveStatement } from '#modules/treasury/commands/record-reserve-statement.ts'
import { retireReserveAddress } from '#modules/treasury/commands/retire-reserve-address.ts'
import { createEthereumSigner } from '../message-signers.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

let wallets = 0
/** An address that is not listed, with its wallet. */
function createReserve() {
  const signer = createEthereumSigner(++wallets)
  return {
    signer,
    input: { coin: 'ETH', wallet: 'single_key', address: signer.address } as const,
  }
}

async function addReserve({ app, ines }: ScenarioContext) {
  const { signer, input } = createReserve()
  return { signer, id: (await addReserveAddress(app, ines, input)).id }
}

export const scenarios: Scenario[] = [
  {
    command: 'treasury/add-reserve-address',
    prepare: async ({ ines }) => {
      const { input } = createReserve()
      return { run: (on) => addReserveAddress(on, ines, input) }
    },
  },
  {
    command: 'treasury/retire-reserve-address',
    prepare: async (context) => {
      const { id } = await addReserve(context)
      return { run: (on) => retireReserveAddress(on, context.ines, id) }
    },
  },
  {
    command: 'treasury/prepare-reserve-statement',
    prepare: async (context) => {
      const { id } = await addReserve(context)
      return { run: (on) => prepareReserveStatement(on, context.ines, id) }
    },
  },
  {
    command: 'treasury/record-reserve-statement',
    prepare: async (context) => {
      const { app, ines } = context
      const { id, signer } = await addReserve(context)
      const { challenge } = await prepareReserveStatement(app, ines, id)
      invariant(challenge, 'a statement was prepared')
      const signature = signer.sign(challenge.statement)
      const input = { challengeId: challenge.id, signature }
      return { run: (on) => recordReserveStatement(on, ines, input) }
    },
  },
]
