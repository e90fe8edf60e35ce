import { createHash } from 'node:crypto'
import { exportLedgerRows } from '#modules/integrity/queries.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import {
  EQUITY,
  type Transfer,
  toCustodyAccountCode,
  toMemberAccountCode,
  toPlanAssetsAccountCode,
  toPlanIncomeAccountCode,
} from '#modules/ledger/model.ts'
import { openPlanAccounts } from '#modules/ledger/steps/open-plan-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, createReceipt, transfer } from '#modules/ledger/testing.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { blockHash, leafText, pickSalt, saltLeaf } from '../../scripts/check-rows.mjs'
import type { TestDatabase } from './database.ts'
import { hammer, ledgerUnderLoad, member, postDeposit } from './ledger-load.ts'

/** More than a page, so that pages have to meet without a row lost or repeated. */
const LONG_LIST = 2_100

/** A line of the file: numbers are texts there. */
// biome-ignore lint/suspicious/noExplicitAny: what tampers with a line doesn't ask for its type
export type Line = Record<string, any>

const PLAN = 'pln_read'

/**
 * A ledger under load with rollbacks while rows are chained, movements that two admins approved,
 * and these texts as people wrote them.
 */
export async function createLedgerFixture(texts: readonly string[]): Promise<TestDatabase> {
  const database = await ledgerUnderLoad()
  await hammer(database.db, { seconds: 1, clients: 8 })
  // on a busy machine the load may end before its rows are chained: what follows is in another block
  await chainJournal(database)
  await runInTransaction(database.db, postApprovedMovements)
  await runInTransaction(database.db, (tx) => postWrittenTexts(tx, texts))
  await chainJournal(database)
  return database
}

/** The income is posted in one transaction with what is placed for its plan. */
const STATED = { whilePlaced: 'income', placed: '50000' }

async function postApprovedMovements(tx: Tx) {
  await openPlanAccounts(tx, PLAN)

  const bank = toCustodyAccountCode('USD')
  const [capital, income] = [
    await createReceipt(tx, 'USD', 9_000_000n),
    await createReceipt(tx, 'USD', 70_007n),
  ]

  const lists: Transfer[][] = [
    [transfer('read/capital', 'capital_paid_in', bank, EQUITY, 9_000_000n, { receipt: capital })],
    [
      transfer('read/income', 'income_recorded', bank, toPlanIncomeAccountCode(PLAN), 70_007n, {
        receipt: income,
      }),
    ],
    [transfer('read/funded', 'promotion_funded', EQUITY, 'promotion', 900n)],
    [transfer('read/placed', 'assets_placed', toPlanAssetsAccountCode(PLAN), bank, 50_000n)],
    [1, 2, 3].map((n) => buildInvestment(n)),
    [1, 2, 3].map((n) =>
      transfer(
        `read/lost/${n}`,
        'assets_lost',
        toMemberAccountCode(member(n), 'principal'),
        toPlanAssetsAccountCode(PLAN),
        BigInt(7 * n),
        {
          reason: 'the building burnt down',
          reference: 'loss_1',
        },
      ),
    ),
  ]

  for (let n = 1; n <= 3; n++) await postDeposit(tx, `read/fund/${n}`, member(n), 5_000n)
  for (const [index, list] of lists.entries())
    await post(tx, index === 4 ? list : await approveTransfers(tx, list, undefined, STATED))

  await post(tx, [
    transfer(
      'read/paid',
      'return_paid',
      toPlanIncomeAccountCode(PLAN),
      toMemberAccountCode(member(1), 'profit'),
      333n,
    ),
    ...Array.from({ length: LONG_LIST }, (_, n) =>
      transfer(
        `read/long/${n}`,
        'return_paid',
        toPlanIncomeAccountCode(PLAN),
        toMemberAccountCode(member(4), 'profit'),
        1n,
      ),
    ),
    transfer('read/reward', 'reward_paid', 'promotion', toMemberAccountCode(member(2), 'cash'), 5n),
  ])
}

const buildInvestment = (n: number) =>
  transfer(
    `read/open/${n}`,
    'position_opened',
    toMemberAccountCode(member(n), 'cash'),
    toMemberAccountCode(member(n), 'principal'),
    4_000n,
  )

/** Half of them approved together, so that both hashes are taken of them. */
async function postWrittenTexts(tx: Tx, texts: readonly string[]) {
  const list = texts.map((reason, index) =>
    transfer(
      `read/written/${index}`,
      'adjusted',
      EQUITY,
      toMemberAccountCode(member(2), 'cash'),
      BigInt(index + 1),
      {
        reason: `a${reason}`,
        reference: reason,
        actor: `a${reason}`,
      },
    ),
  )

  const half = Math.ceil(list.length / 2)
  if (half > 0) await post(tx, await approveTransfers(tx, list.slice(0, half)))
  if (half < list.length) await post(tx, list.slice(half))
}

/** The file's lines, as the export writes them. */
export async function readExportLines(database: TestDatabase): Promise<Line[]> {
  return await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      let text = ''
      for await (const piece of exportLedgerRows(tx)) text += piece
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    })
}

/** The file with a last line that agrees with it, as a careful forger would leave it. */
export const formatLines = (lines: readonly Line[]) =>
  lines
    .map(
      (line) =>
        `${JSON.stringify(line.what === 'end' ? { ...line, lines: String(lines.length) } : line)}\n`,
    )
    .join('')

const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/**
 * Does what an owner of the database could do: chains everything again, so that it is consistent.
 */
export function rechain(lines: readonly Line[]): void {
  const indexById = (what: string) =>
    new Map(lines.filter((line) => line.what === what).map((line) => [line.id, line]))
  const [accounts, receipts, proposals] = [
    indexById('account'),
    indexById('receipt'),
    indexById('proposal'),
  ]

  let previous = sha256('ledger').toString('hex')

  for (const [index, block] of lines.entries()) {
    if (block.what !== 'block') continue

    const behind = lines.slice(index + 1)
    const end = behind.findIndex(
      ({ what, seq }) => what === 'block' || what === 'end' || (what === 'row' && seq === null),
    )
    const leaves = behind
      .slice(0, end)
      .filter(({ what }) => what === 'row')
      .map((row, place) => {
        const text = leafText(row, {
          receipt: receipts.get(row.receipt),
          approval: proposals.get(row.approval),
          debit: accounts.get(row.debit),
          credit: accounts.get(row.credit),
        })
        return saltLeaf(sha256(text), pickSalt(block.salts, place)) as Buffer
      })

    block.fingerprints = leaves.map((leaf) => leaf.toString('hex', 0, 4)).join('')
    block.digest = sha256(...leaves).toString('hex')
    block.previous_hash = previous
    previous = block.hash = blockHash(block)
  }
}

/** Formats the posting rules as the checker lists them. */
export async function formatPostingRules(database: TestDatabase): Promise<string> {
  const { rows } = await database.owner.query<{ line: string }>(`
    select concat_ws(' ', transfer_type, debit_type, credit_type, case when needs_receipt then 'receipt'
    end, case when with_custody then 'custody' end,
      case when with_dollars then 'dollars' end, case when needs_reason then 'reason' end, case
      when spread then 'spread' end, case when same_owner then 'owner' end, case when daily then 'daily' end,
      'from=' || approval_from) as line
    from ledger.posting_rule order by transfer_type collate "C", debit_type collate "C", credit_type collate "C"`)

  return rows.map(({ line }) => line).join('\n')
}
