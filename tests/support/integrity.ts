import type { CopyFormat } from '#modules/integrity/model.ts'
import { getCopyHead, renderJournalCopy } from '#modules/integrity/queries.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import {
  EQUITY,
  toCustodyAccountCode,
  toExchangeAccountCode,
  toMemberAccountCode,
  toPlanAssetsAccountCode,
  toPlanIncomeAccountCode,
} from '#modules/ledger/model.ts'
import { openCustodyAccount } from '#modules/ledger/steps/open-custody-account.ts'
import { openPlanAccounts } from '#modules/ledger/steps/open-plan-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import {
  approveIfNeeded,
  approveTransfers,
  createReceipt,
  transfer,
} from '#modules/ledger/testing.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { seedSandbox } from '../../src/seed.ts'
import { createTestApp, type TestApp } from './app.ts'
import { hammer, member, openMembers } from './ledger-load.ts'
import { pickScale } from './scale.ts'

/** Texts that a person might write to make the copy say something else. */
export const HOSTILE = [
  'first\n2026-01-01 * stolen\n    assets:custody:bank:USD  9.00 USD\n    equity:operator\n',
  'a, date:2020-01-01, amount: 5 ; [2020-01-01] | payee',
  'quoted " and \\" and \\\n2026-01-01 open Assets:Stolen USD',
  '\r\u2028\u2029\u0085\u000b\u000cend comment\r\n!include /etc/passwd',
  'gifts 漢字 🙂 \u202egnorw\u202c 100%',
]

const COLD = toCustodyAccountCode('ETH', 'cold')
/** More than a page, so that pages have to meet without a row lost or repeated. */
const LONG_LIST = 4_100

/**
 * The sandbox's sample data, a load with rollbacks while rows are chained, all account types, a row
 * dated after all others, texts meant to do harm, and one row at the end that isn't chained.
 */
export async function createCopyFixture(): Promise<TestApp> {
  const testApp = await createTestApp({ poolSize: 24 })
  const { db } = testApp.app

  await seedSandbox(testApp.app)
  await openMembers(db)
  await hammer(db, { seconds: pickScale(2, 20), clients: 8 })
  await runInTransaction(db, everyClass)

  const moved = Array.from({ length: LONG_LIST }, (_, index) =>
    transfer(
      `copy/moved/${index}`,
      'custody_moved',
      COLD,
      toCustodyAccountCode('ETH'),
      BigInt(index + 1) ** 3n,
    ),
  )

  await runInTransaction(db, async (tx) => post(tx, await approveIfNeeded(tx, moved)))
  await chainJournal(testApp.app)

  const unchained = [
    transfer('copy/unsealed', 'custody_moved', COLD, toCustodyAccountCode('ETH'), 1n),
  ]
  await runInTransaction(db, async (tx) => post(tx, await approveIfNeeded(tx, unchained)))

  return testApp
}

async function everyClass(tx: Tx) {
  await openCustodyAccount(tx, 'cold', 'ETH')
  await openPlanAccounts(tx, 'pln_copied')

  const [capital, income] = [
    await createReceipt(tx, 'USD', 500_000n),
    await createReceipt(tx, 'USD', 70_007n),
  ]
  const [bank, pln] = [toCustodyAccountCode('USD'), 'pln_copied']
  const list = [
    transfer('copy/capital', 'capital_paid_in', bank, EQUITY, 500_000n, { receipt: capital }),
    transfer('copy/income', 'income_recorded', bank, toPlanIncomeAccountCode(pln), 70_007n, {
      receipt: income,
    }),
    transfer(
      'copy/paid',
      'return_paid',
      toPlanIncomeAccountCode(pln),
      toMemberAccountCode(member(1), 'profit'),
      333n,
    ),
    transfer('copy/placed', 'assets_placed', toPlanAssetsAccountCode(pln), bank, 12_345n, {
      effectiveDate: '2028-02-29',
    }),
    transfer('copy/converted', 'converted', toExchangeAccountCode('USD'), bank, 1n, {
      reason: 'a cent',
      reference: '',
    }),
    transfer('copy/funded', 'promotion_funded', EQUITY, 'promotion', 99n),
    ...HOSTILE.map((reason, index) =>
      transfer(
        `copy/hostile/${index}`,
        'adjusted',
        EQUITY,
        toMemberAccountCode(member(2), 'cash'),
        1n,
        {
          reason,
          reference: reason,
          actor: reason,
        },
      ),
    ),
  ]

  const stated = { whilePlaced: 'income', placed: '12345' }
  await post(tx, await approveTransfers(tx, list, undefined, stated))
}

/** A copy as one text, and how many rows it holds. */
export async function copyText(testApp: TestApp, format: CopyFormat, upTo?: bigint) {
  const head = await getCopyHead(testApp.app.db, upTo)
  const pieces: string[] = []
  for await (const piece of renderJournalCopy(testApp.app.db, format, head)) pieces.push(piece)
  return { text: pieces.join(''), rows: head.rows }
}

/** The name of an account in a copy, worked out a second time. */
const TREE: [RegExp, string][] = [
  [/^custody:/, 'assets:custody:'],
  [/^plan:([^:]+):assets$/, 'assets:plans:$1:assets'],
  [/^plan:([^:]+):income$/, 'income:plans:$1:income'],
  [/^member:/, 'liabilities:members:'],
  [/^suspense:/, 'liabilities:suspense:'],
  [/^exchange:/, 'equity:exchange:'],
  [/^equity$/, 'equity:operator'],
  [/^promotion$/, 'equity:promotion'],
  [/^fees$/, 'income:fees'],
]
function toCopyName(format: CopyFormat, code: string) {
  const [from, to] = TREE.find(([form]) => form.test(code)) ?? [code, code]
  const name = code.replace(from, to)
  if (format === 'hledger') return name
  return name
    .replaceAll('_', '-')
    .replace(/(^|:)([a-z])/g, (_, before, letter) => before + letter.toUpperCase())
}

/**
 * Minus each account's balance in whole units, `-12.34 USD`, by its name in a copy: as PostgreSQL
 * itself works it out.
 */
export async function computeCopyBalances(
  testApp: TestApp,
  format: CopyFormat,
  upTo: bigint,
): Promise<Map<string, string>> {
  const { rows } = await testApp.database.owner.query<{ code: string; text: string }>(
    `select a.code, round(-ledger.balance_at_seq(a.id, $1) * 10::numeric ^ -scale, scale) || ' ' ||
      currency as text
     from ledger.account a join ledger.currency c on c.code = a.currency`,
    [upTo],
  )

  return new Map(rows.map(({ code, text }) => [toCopyName(format, code), text]))
}
