import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toChecksumAddress } from '../../src/lib/addresses.ts'
import { decideProposal } from '../../src/modules/backoffice/commands/decide-proposal.ts'
import { openChains } from '../../src/modules/chains/adapters/open-chains.ts'
import { computeSafeChecksum, type SafeFile } from '../../src/modules/chains/model/safe-file.ts'
import type { Admin } from '../../src/modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '../../src/modules/identity/testing.ts'
import { findEntry, verifyLedger } from '../../src/modules/ledger/queries.ts'
import { buildFeeKey } from '../../src/modules/treasury/model.ts'
import { fundCapital } from '../../src/modules/treasury/testing.ts'
import { createPayoutBatch } from '../../src/modules/withdrawals/commands/create-payout-batch.ts'
import { exportPayoutBatch } from '../../src/modules/withdrawals/commands/export-payout-batch.ts'
import { followPayouts } from '../../src/modules/withdrawals/commands/follow-payouts.ts'
import { proposeBatchCancellation } from '../../src/modules/withdrawals/commands/propose-batch-cancellation.ts'
import { recordPayoutFees } from '../../src/modules/withdrawals/commands/record-payout-fees.ts'
import { recordPayoutTransactions } from '../../src/modules/withdrawals/commands/record-payout-transactions.ts'
import { requestWithdrawal } from '../../src/modules/withdrawals/commands/request-withdrawal.ts'
import { getPayoutBatch } from '../../src/modules/withdrawals/queries/payout-batches.ts'
import { readPayoutFile } from '../../src/modules/withdrawals/queries/payout-file.ts'
import { listPayoutTransactions } from '../../src/modules/withdrawals/queries/payout-transactions.ts'
import { getAnyWithdrawal } from '../../src/modules/withdrawals/queries.ts'
import { approveReviewed, fundMember } from '../../src/modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import {
  type Anvil,
  CHAIN_ID,
  encodeAddress,
  encodeCall,
  encodeWord,
  SELECTORS,
  startAnvil,
  toHex,
} from './anvil.ts'
import contract from './contracts/safe-stand-in.json' with { type: 'json' }

const EXECUTE = parseAbi(['function execute(address[] to, uint256[] value, bytes[] data)'])
const GWEI = 10n ** 9n

let anvil: Anvil
let testApp: TestApp
let app: TestApp['app']
let ines: Admin
let safe: string

beforeAll(async () => {
  anvil = await startAnvil()
  testApp = await createTestApp({ at: new Date().toISOString() })
  const config = {
    ...testApp.app.config,
    ETHEREUM_CHAIN_ID: Number(CHAIN_ID),
    ETHEREUM_USDT_CONTRACT: anvil.usdt,
    ETHEREUM_PROVIDERS: [{ kind: 'rpc' as const, url: anvil.url }],
  }
  app = { ...testApp.app, config, chains: openChains(config, testApp.app) }
  ines = (await createTestAdmin(app, { role: 'finance' })).admin
  await fundCapital(app, 'ETH', 1_000_000_000n)
  safe = await openSafe()
})
afterAll(async () => {
  expect(await verifyLedger(app.db)).toEqual([])
  await anvil.stop()
  await testApp.close()
})

/** Puts a contract that executes many calls in place of the operator's Safe, with coin to pay. */
async function openSafe(): Promise<string> {
  const txid = await anvil.sendTransaction({ data: contract.SafeStandIn.bytecode })
  await anvil.mine()
  const receipt = await anvil.send('eth_getTransactionReceipt', [txid])
  const { contractAddress } = receipt as { contractAddress: string }

  await anvil.sendTransaction({ to: contractAddress, value: toHex(10n ** 19n) })
  await anvil.sendTransaction({
    to: anvil.usdt,
    data: encodeCall(SELECTORS.transfer, encodeAddress(contractAddress), encodeWord(10n ** 10n)),
  })
  await anvil.mine()
  return contractAddress
}

let addressCount = 0
const makeAddress = () =>
  toChecksumAddress(`0x${(0xfeed0000n + BigInt(++addressCount)).toString(16).padStart(40, '2')}`)

/** Approves withdrawals of new members, exports them in one batch and returns its Safe file. */
async function exportSafeFile(method: 'USDT' | 'ETHERIUM', amounts: readonly string[]) {
  const ids: string[] = []
  for (const amount of amounts) {
    const { member } = await createTestMember(app)
    await fundMember(app, member.id, { cash: 100_000n })
    const { id } = await requestWithdrawal(app, member, { amount, method, address: makeAddress() })
    await approveReviewed(app, ines, id)
    ids.push(id)
  }

  const batchId = await createPayoutBatch(app, ines, { method, withdrawalIds: ids })
  await exportPayoutBatch(app, ines, { batchId, kind: 'safe' })
  const file = await readPayoutFile(app, batchId)
  return { batchId, ids, file: JSON.parse(await file.text()) as SafeFile }
}

/** Executes the file as the Safe app does: every line in one transaction. */
const execute = ({ transactions }: Pick<SafeFile, 'transactions'>, from?: string) =>
  anvil.sendTransaction({
    ...(from && { from }),
    to: safe,
    data: encodeFunctionData({
      abi: EXECUTE,
      args: [
        transactions.map(({ to }) => to as `0x${string}`),
        transactions.map(({ value }) => BigInt(value)),
        transactions.map(({ data }) => (data ?? '0x') as `0x${string}`),
      ],
    }),
  })

/** Returns the line of a file that pays a withdrawal: the lines are in no order of their own. */
async function findLine({ transactions }: SafeFile, id = '') {
  const { address } = await getAnyWithdrawal(app.db, id)
  const line = transactions.find(({ data }) => data?.includes(encodeAddress(address)))
  if (!line) throw new Error(`no line pays ${id}`)
  return line
}

async function sendAndFollow(batchId: string, txid: string, blocks: number) {
  await anvil.mine(blocks)
  await recordPayoutTransactions(app, ines, { batchId, txids: [txid] })
  await followPayouts(app, batchId)
  return (await getPayoutBatch(app.db, batchId)).status
}

test.for(['USDT', 'ETHERIUM'] as const)(
  'a Safe file of %s is executed in one transaction, which completes each withdrawal',
  async (method) => {
    const { batchId, ids, file } = await exportSafeFile(method, ['300', '450'])
    expect(file.chainId).toBe(String(CHAIN_ID))
    expect(file.meta.checksum).toBe(computeSafeChecksum(file))

    const hash = await execute(file)
    expect(await sendAndFollow(batchId, hash, 1)).toBe('confirming')
    expect(await getAnyWithdrawal(app.db, ids[0] ?? '')).toMatchObject({ status: 'approved' })

    await anvil.mine(12)
    await followPayouts(app, batchId)
    expect(await getPayoutBatch(app.db, batchId)).toMatchObject({ status: 'completed' })
    for (const id of ids)
      expect(await getAnyWithdrawal(app.db, id)).toMatchObject({
        status: 'completed',
        txid: hash.slice(2),
      })

    await assertFeePosted(batchId, hash)
  },
)

/** Checks that what the receipt says the transaction cost is posted once. */
async function assertFeePosted(batchId: string, hash: string, problem: unknown = null) {
  const receipt = (await anvil.send('eth_getTransactionReceipt', [hash])) as Record<string, string>
  const wei = BigInt(receipt.gasUsed ?? 0) * BigInt(receipt.effectiveGasPrice ?? 0)
  const gwei = (wei + GWEI - 1n) / GWEI

  await recordPayoutFees(app)
  await recordPayoutFees(app)
  const [transaction] = await listPayoutTransactions(app.db, batchId)
  expect(transaction).toMatchObject({ networkFee: gwei, problem })
  expect(transaction?.feeRecordedAt).not.toBeNull()
  expect(await findEntry(app.db, `${buildFeeKey('ETH', hash.slice(2))}/coin`)).toMatchObject({
    transferType: 'network_fee_paid',
    amount: gwei,
  })
}

test('a file that was changed before it was executed completes only what it paid', async () => {
  const { batchId, ids, file } = await exportSafeFile('USDT', ['300', '450'])
  const [first, second] = [await findLine(file, ids[0]), await findLine(file, ids[1])]
  const due = BigInt(`0x${second.data?.slice(-64)}`)
  const less = { ...second, data: `${second.data?.slice(0, -64)}${encodeWord(due - 1n)}` }
  const hash = await execute({ transactions: [first, less] })
  await sendAndFollow(batchId, hash, 13)

  const [transaction] = await listPayoutTransactions(app.db, batchId)
  expect(transaction?.problem).toContain('is due')
  expect(await getAnyWithdrawal(app.db, ids[0] ?? '')).toMatchObject({ status: 'completed' })
  expect(await getAnyWithdrawal(app.db, ids[1] ?? '')).toMatchObject({ status: 'approved' })
})

test('a transaction that the Safe refused pays nothing and fails; its fee is posted once its batch has ended', async () => {
  const { batchId, ids, file } = await exportSafeFile('ETHERIUM', ['300'])
  const hash = await execute(file, anvil.accounts[3])
  await sendAndFollow(batchId, hash, 13)

  expect((await getPayoutBatch(app.db, batchId)).status).toBe('failed')
  expect(await getAnyWithdrawal(app.db, ids[0] ?? '')).toMatchObject({ status: 'approved' })
  await recordPayoutFees(app)
  expect((await listPayoutTransactions(app.db, batchId))[0]?.feeRecordedAt).toBeNull()

  const reason = 'The Safe refused it.'
  const proposal = await proposeBatchCancellation(app, ines, { batchId, reason })
  const { admin: ruth } = await createTestAdmin(app, { role: 'owner' })
  const { id = '', contentHash = '' } = proposal ?? {}
  await decideProposal(app, ruth, { id, contentHash, approve: true })
  await assertFeePosted(batchId, hash, expect.stringContaining('failed'))
})
