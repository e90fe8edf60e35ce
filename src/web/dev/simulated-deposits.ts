import { formatAmount } from '#lib/money.ts'
import type { ChainName } from '#modules/chains/model.ts'
import type { Deposit } from '#modules/deposits/queries.ts'

export const SHOWN_DEPOSITS = 50

/** Returns the chain that a deposit is paid on. */
export const getDepositChain = ({ coin, network }: Pick<Deposit, 'coin' | 'network'>): ChainName =>
  coin === 'BTC' ? 'bitcoin' : /tron|trc/i.test(network) ? 'tron' : 'ethereum'

/** Returns what a deposit expects, for its simulated payment. */
export const describeDeposit = (deposit: Deposit) => ({
  id: deposit.id,
  chain: getDepositChain(deposit),
  coin: deposit.coin,
  address: deposit.address,
  amount: formatAmount(deposit.coinAmount, deposit.coin),
  status: deposit.status,
  expiresAt: deposit.expiresAt.toISOString(),
})

export type DescribedDeposit = ReturnType<typeof describeDeposit>
