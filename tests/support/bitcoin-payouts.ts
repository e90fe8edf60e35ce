import { base64, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { createId } from '#lib/ids.ts'
import { NO_CHAINS, type UnspentOutput } from '#modules/chains/adapters/chain-provider.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createPayoutBatch } from '#modules/withdrawals/commands/create-payout-batch.ts'
import { exportPayoutBatch } from '#modules/withdrawals/commands/export-payout-batch.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { findCurrentTransaction } from '#modules/withdrawals/queries/payout-transactions.ts'
import { getAnyWithdrawal } from '#modules/withdrawals/queries.ts'
import { approveReviewed, fundMember } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import { createTestApp } from './app.ts'
import { FakeChain } from './fake-chain.ts'
import { signEachInput, TEST_VERSIONS } from './sign-psbt.ts'

const ROOT = HDKey.fromMasterSeed(new Uint8Array(32).fill(9), TEST_VERSIONS)
export const ACCOUNT_PATH = "84'/1'/0'"
const ACCOUNT = ROOT.derive(`m/${ACCOUNT_PATH}`)

const FUNDED = 12

const derive = (branch: number, index: number) => {
  const { publicKey } = ACCOUNT.deriveChild(branch).deriveChild(index)
  if (!publicKey) throw new Error('no key')
  const { address = '', script } = p2wpkh(publicKey, TEST_NETWORK)
  return { address, script }
}

/** A transaction of another person that pays an address of the account. */
function createFunding(index: number, units: bigint): UnspentOutput & { rawHex: string } {
  const { address, script } = derive(0, index)
  const tx = new Transaction({ allowUnknownInputs: true, disableScriptCheck: true })
  tx.addOutput({ script, amount: units })
  tx.addInput({
    txid: hex.decode(`${index}`.padStart(64, 'e')),
    index: 0,
    finalScriptSig: new Uint8Array([0x51]),
  })
  const block = { height: 900, hash: `${index}`.padStart(64, 'f'), at: new Date() }
  return { txid: tx.id, outputIndex: 0, address, units, block, rawHex: tx.hex }
}

/** Signs each input with the test's own wallet. */
export const signInputs = (tx: Transaction): void => signEachInput(ROOT, tx)

/** Signs a PSBT with the test's own wallet, as the operator's wallet would. */
export function signPsbt(psbt: Uint8Array, change?: (tx: Transaction) => void): string {
  const tx = Transaction.fromPSBT(psbt)
  change?.(tx)
  signInputs(tx)
  return base64.encode(tx.toPSBT(0))
}

/** An app whose Bitcoin is a fake node, with an account key that members have paid to. */
export async function startBitcoinPayouts() {
  const { app, database, close } = await createTestApp()
  const ines = (await createTestAdmin(app, { role: 'finance' })).admin
  const ruth = (await createTestAdmin(app, { role: 'owner' })).admin
  const payouts = await prepareBitcoinPayouts({ app, owner: database.owner, ines })
  return { ...payouts, ruth, database, close }
}

type TestedApp = Pick<Awaited<ReturnType<typeof createTestApp>>, 'app'>['app']

/** Gives an app a fake node of Bitcoin, and an account key with so many coins that members paid. */
export async function prepareBitcoinPayouts(
  { app: tested, owner, ines }: { app: TestedApp; owner: Owner; ines: Admin },
  coins = FUNDED,
) {
  const chain = new FakeChain('bitcoin')
  const fundings = Array.from({ length: coins }, (_, index) =>
    createFunding(index, 3_000_000n + BigInt(index)),
  )
  chain.unspent = fundings
  for (const { txid, rawHex } of fundings) chain.raw.set(txid, rawHex)

  const app: App & Pick<TestedApp, 'clock'> = {
    ...tested,
    chains: { ...NO_CHAINS, bitcoin: [chain] },
  }
  await insertAccount(owner, {
    key: ACCOUNT.publicExtendedKey,
    fingerprint: ROOT.fingerprint.toString(16).padStart(8, '0'),
    path: ACCOUNT_PATH,
    addresses: Array.from({ length: coins }, (_, index) => derive(0, index).address),
  })

  const createApproved = async (amount: string, index: number) => {
    const { member } = await createTestMember(app)
    await fundMember(app, member.id, { cash: 2_000_000n })
    const { address } = derive(0, 1_000 + index)
    const { id } = await requestWithdrawal(app, member, { amount, method: 'BITCOIN', address })
    return await approveReviewed(app, ines, id)
  }

  return {
    app,
    chain,
    /** The operator's wallet, which the server never sees. */
    root: ROOT,
    fundings,
    ines,
    createApproved,
    /** A batch of so many withdrawals, exported as a transaction to sign. */
    createExported: async (amounts: readonly string[], feeRate = 5_000n) => {
      const lines = []
      for (const [at, amount] of amounts.entries()) lines.push(await createApproved(amount, at))
      const withdrawalIds = lines.map(({ id }) => id)
      const batchId = await createPayoutBatch(app, ines, { method: 'BITCOIN', withdrawalIds })
      await exportPayoutBatch(app, ines, { batchId, kind: 'psbt', feeRate })
      return { batchId, lines }
    },
    getCurrent: async (batchId: string) => {
      const transaction = await findCurrentTransaction(app.db, batchId)
      if (!transaction?.psbt) throw new Error('the batch is exported')
      return { ...transaction, psbt: transaction.psbt }
    },
    /** What the chain shows of a transaction, as its outputs say. */
    readTransfers: (psbt: Uint8Array) => {
      const tx = Transaction.fromPSBT(psbt)
      return Array.from({ length: tx.outputsLength }, (_, outputIndex) => ({
        coin: 'BTC' as const,
        address: tx.getOutputAddress(outputIndex, TEST_NETWORK) ?? '',
        units: tx.getOutput(outputIndex).amount ?? 0n,
        outputIndex,
      }))
    },
    findWithdrawal: (id: string) => getAnyWithdrawal(app.db, id),
  }
}

type Owner = Awaited<ReturnType<typeof createTestApp>>['database']['owner']

type Account = { key: string; fingerprint: string; path: string; addresses: readonly string[] }

/** Inserts an account key, whose first addresses members have paid to. */
export async function insertAccount(
  owner: Owner,
  { key, fingerprint, path, addresses }: Account,
): Promise<void> {
  const source = createId('asr')
  const client = await owner.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into address_source (id, method, mode, chain, account_key, script_type, fingerprint,
      path, effective_from, changed_by, changed_at)
      values ($1, 'BITCOIN', 'xpub', 'bitcoin', $2, 'p2wpkh', $3, $4, '2026-01-01', 'test',
        '2026-01-01')`,
    [source, key, fingerprint, path],
  )

  for (const [index, address] of addresses.entries())
    await client.query(
      `insert into issued_address (method, address, source_id, derivation_index, member_id,
        deposit_id, lent_at, paid_at)
        values ('BITCOIN', $1, $2, $3, 'mem_test', $4, '2026-01-01', '2026-01-02')`,
      [address, source, index, createId('dep')],
    )

  await client.query('set session_replication_role = origin')
  client.release()
}

export type BitcoinPayouts = Awaited<ReturnType<typeof startBitcoinPayouts>>
