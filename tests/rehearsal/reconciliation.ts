import { formatAmount } from '../../src/lib/money.ts'
import type { Environment } from './environment.ts'
import type { Team } from './set-up.ts'
import { type Steps, waitFor } from './steps.ts'

type Walk = { steps: Steps; environment: Environment; team: Team }

/** An address of the operator's wallet that no member is given. */
const CAPITAL_INDEX = 50
const CAPITAL = 1_000_000n
const DEPTH = 6
/** How often the worker records network fees. */
const FEE_MINUTES = 5

/** Pays coin of the operator into custody, which network fees are paid from. */
export async function contributeCapital({ steps, environment, team }: Walk) {
  const { bitcoin, wallet, mine } = environment.chains
  const address = wallet.addressAt(CAPITAL_INDEX)

  await steps.run('the operator contributes coin for network fees, approved by two', async () => {
    const { txid } = await bitcoin.pay([address, CAPITAL])
    await mine(DEPTH)
    const { treasury } = await team.vera()
    await treasury.addReserveAddress({
      coin: 'BTC',
      address,
      place: 'hot',
      wallet: 'single_key',
    })
    await treasury.capitalIn({
      currency: 'BTC',
      amount: formatAmount(CAPITAL, 'BTC'),
      txid,
      outputIndex: 0,
      reason: 'Coin for network fees; the evidence is the transaction',
    })
    await team.approveNewest()
  })
}

/** Compares the ledger with the bank and the chain, as staff do each day. */
export async function reconcile({ steps, environment, team }: Walk, batchId: string, bank: string) {
  await steps.run('the worker posts the network fee that the chain shows', async () => {
    await environment.advanceToMinute(FEE_MINUTES)
    const { withdrawals } = await team.vera()
    return await waitFor('the fee is posted', async () => {
      const { data } = await withdrawals.batch({ id: batchId })
      const bitcoin = data.transactions[0]?.bitcoin
      return bitcoin?.feeRecordedAt && `${bitcoin.fee} BTC`
    })
  })
  await steps.run('staff enter the bank balance, and fetch that of the chain', async () => {
    const { treasury } = await team.vera()
    await treasury.recordBalance({
      account: 'custody:bank:USD',
      amount: bank,
      evidence: 'Statement of a bank that does not exist',
    })
    await treasury.requestOutsideBalances()
    const { data: open } = await treasury.breaks({ status: 'open' })
    if (open.length > 0) throw new Error(JSON.stringify(open))
  })
}
