import { watchChain } from '../../../src/modules/chains/commands/watch-chain.ts'
import { confirmDeposit } from '../../../src/modules/deposits/commands/confirm-deposit.ts'
import { matchPayments } from '../../../src/modules/deposits/commands/match-payments.ts'
import { quoteDeposit } from '../../../src/modules/deposits/commands/quote-deposit.ts'
import { buildEvidence } from '../../../src/modules/deposits/presenters/evidence.ts'
import {
  type Deposit,
  getAnyDeposit,
  listVanishedCredits,
} from '../../../src/modules/deposits/queries.ts'
import type { Admin } from '../../../src/modules/identity/model.ts'
import { createTestMember } from '../../../src/modules/identity/testing.ts'
import { getMemberBalances } from '../../../src/modules/ledger/queries.ts'
import type { TestApp } from '../../support/app.ts'
import { setDepositAddress } from '../../support/own-address.ts'
import type { DepositChain } from './deposit-chains.ts'

const METHODS = { BTC: 'BITCOIN', ETH: 'ETHERIUM', USDT: 'USDT' }

type World = {
  app: TestApp['app']
  database: TestApp['database']
  admin: Admin
  planId: string
}

/** Drives deposits from their quote to their credit on the chains of `app`. */
export function driveDeposits({ app, database, admin, planId }: World) {
  /** A quote of $500 of a member of its own, at an address of no node. */
  async function quoteOnly(coin: DepositChain['coin']): Promise<Deposit> {
    const { member } = await createTestMember(app)
    const input = { planId, amount: '500', method: METHODS[coin] }
    const deposit = await quoteDeposit(app, member, input)
    // the sandbox's shared address is one of another network
    await database.owner.query('delete from chain_address where address = $1', [deposit.address])
    return deposit
  }

  /** Gives a deposit an address of its own on the node, as a derived or lent one is. */
  async function moveToNode(deposit: Deposit, { chain, coin, issueAddress }: DepositChain) {
    const address = issueAddress()
    await setDepositAddress(database, deposit.id, address)
    await database.owner.query(
      `select watch_address('adr_' || right($1, 20), $2, $3, $4, $5,
        $5::timestamptz + interval '1 day', $5::timestamptz + interval '8 days')`,
      [deposit.id, chain, coin, address, app.clock.now()],
    )
    return { ...deposit, address }
  }

  return {
    quoteOnly,
    moveToNode,
    quote: async (chain: DepositChain) => moveToNode(await quoteOnly(chain.coin), chain),

    /** Mines blocks, lets both providers observe them, and matches what they show. */
    follow: async ({ chain, mine }: DepositChain, blocks = 0, watched: World['app'] = app) => {
      app.clock.advance(30_000)
      if (blocks > 0) await mine(blocks, app.clock.now())
      await watchChain(watched, chain)
      await matchPayments(app)
    },

    confirm: ({ id: depositId }: Pick<Deposit, 'id'>) => confirmDeposit(app, admin, { depositId }),
    ...readDeposits({ app, database }),
  }
}

const readDeposits = ({ app, database }: Pick<World, 'app' | 'database'>) => ({
  /** Returns what staff and the member see: status, state, flag and confirmations. */
  read: async ({ id }: Pick<Deposit, 'id'>): Promise<string> => {
    const deposit = await getAnyDeposit(app.db, id, app.clock.now())
    const evidence = (await buildEvidence(app, [deposit])).get(id)
    if (!evidence) return deposit.status
    const { state, flag, confirmations } = evidence
    return `${deposit.status}, ${state}/${flag} ${confirmations}`
  },

  readWorth: async ({ memberId }: Deposit): Promise<bigint> => {
    const { cash, principal } = await getMemberBalances(app.db, memberId)
    return cash + principal
  },

  /** Returns why payments of the member belong to no deposit. */
  readUnmatched: async ({ memberId }: Deposit): Promise<string[]> => {
    const { rows } = await database.owner.query(
      'select reason from deposit_payment where member_id = $1 and deposit_id is null',
      [memberId],
    )
    return rows.map(({ reason }) => reason)
  },

  listVanished: () => listVanishedCredits(app.db, app.clock.now()),
})
