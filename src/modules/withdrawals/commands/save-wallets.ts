import { COIN_TABLE, COINS, type Coin, type WalletField } from '#lib/currencies.ts'
import { DomainError, runChecks } from '#lib/errors.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { createCompromiseLink } from '#modules/identity/steps/create-compromise-link.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { getConfiguredBitcoinNetwork } from '#modules/settings/model.ts'
import { findSourceInForce, listOwnAddresses } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parseWithdrawalAddress, TEXTS } from '../model.ts'
import { listWallets, type Wallet } from '../queries.ts'
import { assertNotOurs } from '../steps/assert-not-ours.ts'
import { saveWallet } from '../steps/save-wallet.ts'
import type { WithdrawalTables } from '../tables.ts'

/** The address of each coin. Empty text removes it; an omitted one stays. */
export type SaveWallets = { [Field in WalletField]?: string }

const FIELDS = COINS.map((coin) => [COIN_TABLE[coin].walletField, coin] as const)

type Change = { coin: Coin; address: string; network: string }

/**
 * Sets a member's main addresses and mails the member. A new or changed address can be paid after
 * the cool-down. Throws `invalid_address` (400), `no_wallet` (400) for none and for removing the
 * last one, and `too_many_wallets` (409).
 */
export async function saveWallets(app: App, member: Actor, input: SaveWallets): Promise<Wallet[]> {
  const usdt = await findSourceInForce(app.db, 'USDT', app.clock.now())
  const rules = {
    mode: app.config.MODE,
    ours: await listOwnAddresses(app.db, app.config),
    bitcoin: getConfiguredBitcoinNetwork(app.config),
    ...(usdt && { usdt: usdt.chain }),
  }
  const named = FIELDS.filter(([field]) => input[field] !== undefined)
  if (named.length === 0) throw new DomainError('no_wallet', 400, TEXTS.noWallet, FIELDS[0]?.[0])

  const requestedChanges = await runChecks(
    ...named.map(([field, coin]) => (): Change => {
      const text = input[field]?.trim() ?? ''
      if (text === '') return { coin, address: '', network: '' }
      return { coin, ...parseWithdrawalAddress(coin, text, rules, field) }
    }),
  )

  return await runInTransaction(app.db, async (tx) => {
    await lockMemberMoney(tx, member.id)
    assertActive(await getMember(tx, member.id))

    const before = await listWallets(tx, member.id)
    const changes = requestedChanges.filter(
      (change) => getMainAddress(before, change.coin) !== change.address,
    )

    for (const change of changes) await applyChange(app, tx, member.id, change)

    const after = await listWallets(tx, member.id)
    if (!after.some((wallet) => wallet.main))
      throw new DomainError('no_wallet', 400, TEXTS.noWallet)

    if (changes.length > 0) await notifyWalletsChanged(app, tx, member, changes, after)

    return after
  })
}

const getMainAddress = (wallets: Wallet[], coin: Coin) =>
  wallets.find((wallet) => wallet.coin === coin && wallet.main)?.address ?? ''

async function applyChange(app: App, tx: Tx, memberId: string, { coin, address, network }: Change) {
  const wallets = tx.withTables<WithdrawalTables>()
  await wallets
    .updateTable('wallet')
    .set({ retired_at: app.clock.now(), main: false })
    .where('member_id', '=', memberId)
    .where('coin', '=', coin)
    .where('main', '=', true)
    .where('retired_at', 'is', null)
    .execute()

  if (address === '') return

  await assertNotOurs(tx, { coin, address }, COIN_TABLE[coin].walletField)
  const wallet = await saveWallet(tx, app, { memberId, coin, address, network })
  await wallets.updateTable('wallet').set({ main: true }).where('id', '=', wallet.id).execute()
}

async function notifyWalletsChanged(
  app: App,
  tx: Tx,
  member: Actor,
  changes: Change[],
  after: Wallet[],
) {
  const usable = after.filter(
    (wallet) => wallet.main && changes.some((change) => change.coin === wallet.coin),
  )
  const latest = usable.map((wallet) => wallet.usableFrom.getTime())
  await notifyMember(tx, app, member.id, 'wallet-changed', {
    changes: changes.map(({ coin, address }) => ({ coin, address })),
    usableFrom: latest.length > 0 ? new Date(Math.max(...latest)) : null,
    link: await createCompromiseLink(tx, app, { memberId: member.id, about: 'wallet-changed' }),
  })

  await record(tx, app.clock.now(), member, 'wallets.changed', member.id, { changes })
}
