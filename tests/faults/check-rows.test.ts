import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatAnchor, type LedgerAnchor } from '#modules/integrity/model.ts'
import { getMembersOwed } from '#modules/integrity/queries.ts'
import { toMemberAccountCode } from '#modules/ledger/model.ts'
import { findJournalHead } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { transfer } from '#modules/ledger/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { leafText, ROUTES } from '../../scripts/check-rows.mjs'
import type { TestDatabase } from '../support/database.ts'
import { HOSTILE } from '../support/integrity.ts'
import { PROJECT, scratchFolder } from '../support/launcher.ts'
import { member } from '../support/ledger-load.ts'
import {
  createLedgerFixture,
  formatLines,
  type Line,
  readExportLines,
  reseal,
  routesText,
} from '../support/rows.ts'

let database: TestDatabase
let good: Line[]
let publishedAnchor: LedgerAnchor
const { path: folder, remove } = scratchFolder()

/** Any string that PostgreSQL can store as text. */
const anyText = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !text.includes('\0'))

beforeAll(async () => {
  database = await createLedgerFixture([...HOSTILE, ...fc.sample(anyText, 60)])

  const head = await findJournalHead(database.db)
  if (!head) throw new Error('something is chained')

  publishedAnchor = {
    day: '2026-11-20',
    ...head,
    owed: await getMembersOwed(database.db, head.seq),
    publishedAt: new Date(0),
    auditHead: null,
  }

  await runInTransaction(database.db, (tx) =>
    post(tx, [
      transfer(
        'read/late',
        'withdrawal_held',
        toMemberAccountCode(member(2), 'cash'),
        toMemberAccountCode(member(2), 'hold_cash'),
        1n,
      ),
    ]),
  )

  good = await readExportLines(database)
}, 120_000)
afterAll(async () => {
  remove()
  await database.close()
})

type ScriptResult = { code: number; output: string }
const run = (script: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<ScriptResult>((resolve) =>
    execFile(
      process.execPath,
      [join(PROJECT, script), ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )

/** Runs the checker on a file, with an anchor or without one. */
async function runChecker(
  text: string,
  anchor: LedgerAnchor | null = publishedAnchor,
): Promise<ScriptResult> {
  const [rows, anchorPath] = [join(folder, 'books.rows'), join(folder, 'anchor')]
  writeFileSync(rows, text)
  if (anchor) writeFileSync(anchorPath, formatAnchor(anchor))
  return await run('scripts/check-rows.mjs', [rows, ...(anchor ? ['--witness', anchorPath] : [])])
}

/** The same after a change to the lines; `resealed` as by an owner of the database. */
async function checkTampered(
  change: (lines: Line[]) => void,
  how: { resealed?: boolean; anchor?: LedgerAnchor | null } = {},
) {
  const lines = structuredClone(good)
  change(lines)
  if (how.resealed) reseal(lines)

  return await runChecker(
    formatLines(lines),
    how.anchor === undefined ? publishedAnchor : how.anchor,
  )
}

const find = (lines: Line[], which: Line): Line => {
  const found = lines.find((line) =>
    Object.entries(which).every(([name, value]) => line[name] === value),
  )
  if (!found) throw new Error(`no line is ${JSON.stringify(which)}`)
  return found
}
const account = (lines: Line[], code: string) => find(lines, { what: 'account', code })
const findRow = (lines: Line[], event: string) => find(lines, { what: 'row', id: uuid(event) })
const uuid = (event: string) =>
  createHash('sha256')
    .update(event)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
const without = (lines: Line[], gone: (line: Line) => boolean) =>
  lines.splice(0, lines.length, ...lines.filter((line) => !gone(line)))
const swap = (one: Line, other: Line) => {
  const copy = { ...one }
  Object.assign(one, other)
  Object.assign(other, copy)
}

test('the checker’s own list of movements is the database’s', async () => {
  expect(ROUTES.trim()).toBe(await routesText(database))
})

test('an unchanged chained and anchored ledger ends with 0 and says what was read', async () => {
  const { code, output } = await runChecker(formatLines(good))
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('with what was told outside'),
  })

  expect(output).toContain(
    `The same as on 2026-11-20: block ${publishedAnchor.block}, number ${publishedAnchor.seq}`,
  )
  expect(output).toContain('1 rows are not sealed yet')
  expect(output).not.toContain('WRONG')
})

test('without an anchor the checker never ends with 0, and says why', async () => {
  const { code, output } = await runChecker(formatLines(good), null)
  expect({ code, output }).toMatchObject({
    code: 2,
    output: expect.stringContaining('Not compared with anything told outside'),
  })
})

test('the command writes what the checker reads', async () => {
  const [rows, anchorPath] = [join(folder, 'exported.rows'), join(folder, 'kept')]
  const env = { DATABASE_URL: database.ownerUrl, DATA_DIR: folder }
  expect(await run('scripts/export.js', ['--format', 'rows', '--to', rows], env)).toMatchObject({
    code: 0,
  })

  writeFileSync(anchorPath, formatAnchor(publishedAnchor))
  expect(await run('scripts/check-rows.mjs', [rows, '--witness', anchorPath])).toMatchObject({
    code: 0,
  })
  expect(await run('scripts/export.js', ['--format', 'rows', '--upto', '3'], env)).toMatchObject({
    code: 1,
  })
})

test('each hash it takes is the database’s, whatever people wrote', async () => {
  const { rows } = await database.owner.query(
    'select j.entry, encode(ledger.leaf(j), $1) as leaf from ledger.journal j',
    ['hex'],
  )
  const leaves = new Map(rows.map(({ entry, leaf }) => [entry, leaf]))
  const indexById = (what: string) =>
    new Map(good.filter((line) => line.what === what).map((line) => [line.id, line]))
  const [accounts, receipts, proposals] = [
    indexById('account'),
    indexById('receipt'),
    indexById('proposal'),
  ]

  const read = good.filter(({ what }) => what === 'row')

  expect(read).toHaveLength(leaves.size)
  expect(read.length).toBeGreaterThan(2_000)

  for (const row of read) {
    const beside = {
      receipt: receipts.get(row.receipt),
      approval: proposals.get(row.approval),
    }

    const codes = { debit: accounts.get(row.debit), credit: accounts.get(row.credit) }
    const leaf = createHash('sha256')
      .update(leafText(row, { ...beside, ...codes }))
      .digest('hex')

    expect(leaf, JSON.stringify(row)).toBe(leaves.get(row.entry))
  }
})

const cash = (n: number) => toMemberAccountCode(member(n), 'cash')
const MEANT: [what: string, change: (lines: Line[]) => void, says: string | RegExp][] = [
  [
    'an amount',
    (lines) => {
      findRow(lines, 'read/paid').amount = '334'
    },
    'it was changed after it was sealed',
  ],
  [
    'a reason',
    (lines) => {
      findRow(lines, 'read/lost/2').reason = 'mislaid'
    },
    'it was changed after it was sealed',
  ],
  [
    'an actor',
    (lines) => {
      findRow(lines, 'read/capital').actor = 'adm_nobody'
    },
    'it was changed after it was sealed',
  ],
  [
    'a day',
    (lines) => {
      findRow(lines, 'read/paid').effective = '2026-01-02'
    },
    'it was changed after it was sealed',
  ],
  [
    'a row that is gone',
    (lines) => without(lines, ({ id }) => id === uuid('read/funded')),
    /row \d+: it has number \d+, and \d+ is next/,
  ],
  [
    'two rows that changed places',
    (lines) => swap(findRow(lines, 'read/paid'), findRow(lines, 'read/funded')),
    'is next',
  ],
  [
    'an account with another name',
    (lines) => {
      Object.assign(account(lines, cash(1)), { code: 'member:mem_new:cash', owner: 'mem_new' })
    },
    'it was changed after it was sealed',
  ],
  [
    'two accounts that changed names',
    (lines) => {
      const [one, other] = [account(lines, cash(1)), account(lines, cash(2))]
      swap(one, other)
      ;[one.id, other.id] = [other.id, one.id]
    },
    'it was changed after it was sealed',
  ],
  [
    'an account that belongs to another member',
    (lines) => {
      account(lines, cash(1)).owner = member(2)
    },
    `account ${cash(1)} is said to be`,
  ],
  [
    'an account of another class',
    (lines) => {
      account(lines, cash(1)).class = 'equity'
    },
    'is not what its code says',
  ],
  [
    'an account listed twice',
    (lines) => {
      lines.splice(-1, 0, { ...account(lines, cash(1)) })
    },
    'is there twice',
  ],
  [
    'a route that was forged',
    (lines) => {
      lines.unshift({
        ...find(lines, { what: 'route', kind: 'reward_paid' }),
        debit_type: 'member_cash',
        credit_type: 'plan_income',
      })
    },
    'route reward_paid member_cash plan_income is none that may exist',
  ],
  [
    'a route that needs less',
    (lines) => {
      find(lines, { what: 'route', kind: 'adjusted' }).needs_reason = false
    },
    'differs in what it says of reason',
  ],
  [
    'a route that needs no approval',
    (lines) => {
      find(lines, { what: 'route', kind: 'adjusted' }).approval_from = null
    },
    'needs an approval from 100000 on',
  ],
  [
    'a class without its limit',
    (lines) => {
      find(lines, { what: 'class', name: 'member_cash' }).limited = false
    },
    'class member_cash',
  ],
  [
    'a receipt',
    (lines) => {
      find(lines, { what: 'receipt', id: findRow(lines, 'read/income').receipt }).amount = '70008'
    },
    /its receipt rcp_\w+ is of 70008 USD/,
  ],
  [
    'a decision by who proposed',
    (lines) => {
      find(lines, { what: 'proposal', id: findRow(lines, 'read/income').approval }).decided_by =
        'adm_one'
    },
    'by nobody other than proposed it',
  ],
  [
    'the digest of a block',
    (lines) => {
      find(lines, { what: 'block' }).digest = '0'.repeat(64)
    },
    'is not what was sealed',
  ],
  [
    'the hash of a block',
    (lines) => {
      find(lines, { what: 'block', block: '2' }).hash = '0'.repeat(64)
    },
    "block 2 doesn't have the hash that it says",
  ],
  [
    'the tail that was cut off',
    (lines) => {
      const last = lines.findLastIndex(({ what }) => what === 'block')
      lines.splice(last, lines.length - 1 - last)
    },
    /the chain ends with block \d+, and block \d+ was witnessed/,
  ],
  [
    'a line of no kind',
    (lines) => {
      lines.unshift({ what: 'toString' })
    },
    'is of no kind that books have',
  ],
]
test.each(MEANT)('%s is found and named', async (_, change, says) => {
  const { code, output } = await checkTampered(change)
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(says) })
})

describe('chained again by an owner of the database, without an anchor', () => {
  const AGAIN: [what: string, change: (lines: Line[]) => void, says: string | RegExp][] = [
    [
      'a receipt used twice',
      (lines) => {
        findRow(lines, 'read/capital').receipt = findRow(lines, 'read/income').receipt
      },
      'was used before, by row',
    ],
    [
      'an approval used twice',
      (lines) => {
        findRow(lines, 'read/reward').approval = findRow(lines, 'read/funded').approval
      },
      /what was posted by approval \w+ is not what was approved/,
    ],
    [
      'an approval that says something else',
      (lines) => {
        findRow(lines, 'read/lost/1').reference = 'loss_2'
      },
      'is not what was approved',
    ],
    [
      'an approval left out',
      (lines) => {
        findRow(lines, 'read/funded').approval = null
      },
      'promotion_funded from equity to promotion of 900 needs an approval',
    ],
    [
      'an approval that was refused',
      (lines) => {
        find(lines, { what: 'proposal', id: findRow(lines, 'read/income').approval }).approved =
          'false'
      },
      'was not granted',
    ],
    [
      'a decision by who proposed',
      (lines) => {
        find(lines, { what: 'proposal', id: findRow(lines, 'read/income').approval }).decided_by =
          'adm_one'
      },
      'by nobody other than proposed it',
    ],
    [
      'a reason left out',
      (lines) => {
        findRow(lines, 'read/lost/1').reason = ' '
      },
      'needs a reason',
    ],
    [
      'an actor left out',
      (lines) => {
        findRow(lines, 'read/paid').actor = ''
      },
      'it has no actor',
    ],
    [
      'a movement that doesn’t exist',
      (lines) => {
        findRow(lines, 'read/paid').kind = 'reward_paid'
      },
      'there is no reward_paid from plan_income to member_profit',
    ],
    [
      'an amount',
      (lines) => {
        findRow(lines, 'read/paid').amount = '334'
      },
      /plan:pln_read:income holds \d+ after it, and it says/,
    ],
    [
      'a negative amount',
      (lines) => {
        findRow(lines, 'read/paid').amount = '-333'
      },
      'of -333 on plan:pln_read:income',
    ],
    [
      'more paid than came in',
      (lines) => {
        Object.assign(findRow(lines, 'read/paid'), {
          amount: '80000',
          debit_balance: '-9993',
          credit_balance: '80000',
        })
      },
      'plan:pln_read:income paid 82100, and 70007 came in',
    ],
    [
      'an account below zero',
      (lines) => {
        Object.assign(findRow(lines, 'read/paid'), {
          amount: '80000',
          debit_balance: '-9993',
          credit_balance: '80000',
        })
      },
      'plan:pln_read:income is below zero',
    ],
    [
      'a balance where none is stored',
      (lines) => {
        findRow(lines, 'read/placed').credit_balance = '5'
      },
      'and it says 5',
    ],
    [
      'a receipt of something else',
      (lines) => {
        find(lines, { what: 'receipt', id: findRow(lines, 'read/income').receipt }).currency = 'BTC'
      },
      'is of 70007 BTC',
    ],
    [
      'two receipts of one payment',
      (lines) => {
        find(lines, { what: 'receipt', id: findRow(lines, 'read/income').receipt }).reference =
          find(lines, {
            what: 'receipt',
            id: findRow(lines, 'read/capital').receipt,
          }).reference
      },
      'is of what another one is of',
    ],
    [
      'a receipt left out',
      (lines) => {
        findRow(lines, 'read/income').receipt = null
      },
      'needs a receipt',
    ],
    [
      'an event posted twice',
      (lines) => {
        findRow(lines, 'read/paid').id = uuid('read/reward')
      },
      'was posted before',
    ],
    [
      'a custody leg that belongs to something else',
      (lines) => {
        findRow(lines, 'read/fund/1/coin').reference = 'elsewhere'
      },
      'there is no custody leg beside it',
    ],
    [
      'currencies that were mixed',
      (lines) => {
        findRow(lines, 'read/fund/1/coin').credit = account(lines, 'exchange:ETH').id
      },
      'between two currencies',
    ],
    [
      'an entry that two rows share',
      (lines) => {
        const runs = lines.filter(({ what }) => what === 'run')
        Object.assign(runs[1] ?? {}, { first_id: runs[0]?.first_id })
      },
      'two runs of the seal share it',
    ],
  ]

  test.each(AGAIN)('%s is found and named', async (_, change, says) => {
    const { code, output } = await checkTampered(change, { resealed: true, anchor: null })
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(says) })
  })

  const consistent = (lines: Line[]) => {
    findRow(lines, 'read/paid').reason = 'as if it had always been here'
  }
  test('a consistent forgery isn’t found without an anchor, so nothing ends with 0', async () => {
    expect(await checkTampered(() => {}, { resealed: true })).toMatchObject({ code: 0 })
    expect(await checkTampered(consistent, { resealed: true, anchor: null })).toMatchObject({
      code: 2,
    })
  })

  test('an anchor exposes a consistent forgery', async () => {
    const { code, output } = await checkTampered(consistent, { resealed: true })
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `block ${publishedAnchor.block} is not the one that was witnessed`,
      ),
    })
  })
})

test('an anchor with another sum owed, or another number, is reported', async () => {
  const { code, output } = await runChecker(formatLines(good), {
    ...publishedAnchor,
    owed: publishedAnchor.owed + 1n,
  })

  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining(`and the rows say ${publishedAnchor.owed}`),
  })

  expect(
    await runChecker(formatLines(good), { ...publishedAnchor, seq: publishedAnchor.seq - 1n }),
  ).toMatchObject({ code: 1 })
})

test('a file that ends too early, or can’t be read, is reported and causes no crash', async () => {
  const text = formatLines(good)
  for (const spoilt of [
    text.slice(0, text.length / 2),
    '',
    '{"what":"row"}\n',
    'books\n',
    'null\n',
  ]) {
    const { code, output } = await runChecker(spoilt)
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('it was cut off'),
    })
    expect(output).not.toContain('    at ')
  }
})

test('a wrong argument gets a sentence; no control character reaches the terminal', async () => {
  for (const args of [
    [],
    ['nowhere'],
    ['x', '--witness'],
    ['x', 'y'],
    ['x', '--witness', 'nowhere'],
  ]) {
    const { code, output } = await run('scripts/check-rows.mjs', args)
    expect({ code, output }).toMatchObject({ code: 1 })
    expect(output).not.toContain('    at ')
  }

  const { output } = await runChecker('{"what":"x\\u001b[2J\\nThe books agree"}\n')
  expect(output).toContain('of no kind that books have: x?[2J?The books agree')
})
