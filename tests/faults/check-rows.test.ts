import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { formatAnchor, type LedgerAnchor } from '#modules/integrity/model.ts'
import { getMembersOwed } from '#modules/integrity/queries.ts'
import { toMemberAccountCode } from '#modules/ledger/model.ts'
import { findJournalHead } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { transfer } from '#modules/ledger/testing.ts'
import { deriveSigningKey } from '#modules/transparency/adapters/log-keys.ts'
import {
  ED25519,
  ED25519_COSIGNATURE,
  formatVkey,
  ML_DSA_44_COSIGNATURE,
} from '#modules/transparency/model.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import {
  checkFiles,
  leafText,
  POSTING_RULES,
  pickSalt,
  saltLeaf,
} from '../../scripts/check-rows.mjs'
import type { TestDatabase } from '../support/database.ts'
import { HOSTILE } from '../support/integrity.ts'
import { PROJECT, scratchFolder } from '../support/launcher.ts'
import { member } from '../support/ledger-load.ts'
import { MADE_UP_KEY, writeMadeUpLog } from '../support/made-up-log.ts'
import {
  createLedgerFixture,
  formatLines,
  formatPostingRules,
  type Line,
  readExportLines,
  rechain,
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
  const unsigned = { unsignedRows: '0', unsignedProposals: '0' }
  for (const [name, mode] of [
    ['log', { live: false }],
    ['live', { live: true }],
    ['silent', {}],
  ] as const)
    writeMadeUpLog(join(folder, name), [
      { kind: 'approval-signing', subject: '', body: { ...unsigned, ...mode } },
    ])
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

/** Runs the checker on a file and the log, with an anchor or without one. */
function runChecker(
  text: string,
  anchor: LedgerAnchor | null = publishedAnchor,
  log: 'log' | 'live' | 'silent' | null = 'log',
): ScriptResult {
  const [rows, anchorPath] = [join(folder, 'ledger.rows'), join(folder, 'anchor')]
  writeFileSync(rows, text)
  if (anchor) writeFileSync(anchorPath, formatAnchor(anchor))
  return checkHere([
    rows,
    ...(anchor ? ['--anchor', anchorPath] : []),
    ...(log ? trustLog(log) : []),
  ])
}

/** Runs the checker in this process: a start of it takes several times as long as a check. */
function checkHere(args: string[]): ScriptResult {
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))

  try {
    const code = checkFiles(args)
    return { code, output: printed.map((line) => `${line}\n`).join('') }
  } catch (error) {
    return { code: 1, output: `${printed.join('\n')}${(error as Error).message}\n` }
  } finally {
    log.mockRestore()
  }
}

/** A copy of the log, the key that signed it and a checkpoint that was stored. */
const trustLog = (log: string) => [
  ...['--log', join(folder, log), '--key', formatVkey(MADE_UP_KEY)],
  ...['--checkpoint', join(folder, log, 'checkpoint')],
]

/** The same after a change to the lines; `rechained` as by an owner of the database. */
function checkTampered(
  change: (lines: Line[]) => void,
  how: { rechained?: boolean; anchor?: LedgerAnchor | null } = {},
) {
  const lines = structuredClone(good)
  change(lines)
  if (how.rechained) rechain(lines)

  return runChecker(formatLines(lines), how.anchor === undefined ? publishedAnchor : how.anchor)
}

const find = (lines: Line[], which: Line): Line => {
  const found = lines.find((line) =>
    Object.entries(which).every(([name, value]) => line[name] === value),
  )
  if (!found) throw new Error(`no line is ${JSON.stringify(which)}`)
  return found
}
const account = (lines: Line[], code: string) => find(lines, { what: 'account', code })
const findRow = (lines: Line[], event: string) =>
  find(lines, { what: 'row', idempotency_key: uuid(event) })
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
  expect(POSTING_RULES.trim()).toBe(await formatPostingRules(database))
})

test('an unchanged chained and anchored ledger ends with 0 and says what was read', () => {
  const { code, output } = runChecker(formatLines(good))
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('it agrees with the anchors'),
  })

  expect(output).toContain(
    `The same as on 2026-11-20: block ${publishedAnchor.block}, number ${publishedAnchor.seq}`,
  )
  expect(output).toContain('Not chained yet, so covered by no hash: 1 row.')
  expect(output).not.toContain('WRONG')
})

test('without an anchor the checker never ends with 0, and says why', () => {
  const { code, output } = runChecker(formatLines(good), null)
  expect({ code, output }).toMatchObject({
    code: 2,
    output: expect.stringContaining('was not compared with an anchor'),
  })
})

test('without the log the checker never ends with 0, and says that keys were not checked', () => {
  const { code, output } = runChecker(formatLines(good), publishedAnchor, null)
  expect(code).toBe(3)
  expect(output).toContain('NOT CHECKED: the keys that signed the approvals')
  expect(runChecker(formatLines(good)).output).not.toContain('NOT CHECKED')
  expect(runChecker(formatLines(good), null, null).code).toBe(2)
})

test('whether money is real is what the log says, not the file', () => {
  const { code, output } = runChecker(formatLines(good), publishedAnchor, 'live')
  expect(code).toBe(1)
  expect(output).toContain('the file is of a sandbox, and the log of a live installation')
  expect(output).toContain('keys of software signed approvals of a live installation')
})

test('a log that does not say whether money is real never leads to 0', () => {
  const { code, output } = runChecker(formatLines(good), publishedAnchor, 'silent')
  expect({ code, output }).toMatchObject({
    code: 3,
    output: expect.stringContaining('NOT CHECKED: the log does not say whether money is real'),
  })
})

describe('a copy of the log', () => {
  const ORIGIN = MADE_UP_KEY.name
  const NEXT = deriveSigningKey('the next key', 'log', ORIGIN, ED25519)
  const BROAD = deriveSigningKey('a key', 'log', ORIGIN, ML_DSA_44_COSIGNATURE)
  const WITNESS = deriveSigningKey('w', 'witness', 'witness.example', ED25519_COSIGNATURE)
  const SIGNING = {
    kind: 'approval-signing',
    subject: '',
    body: { unsignedRows: '0', unsignedProposals: '0', live: false },
  } as const
  const text = (subject: string) => ({ kind: 'text', subject, body: {} }) as const
  const entries = [SIGNING, ...Array.from({ length: 300 }, (_, at) => text(String(at)))]
  const at = (name: string) => join(folder, name)
  const key = (one = MADE_UP_KEY) => ['--key', formatVkey(one)]
  const stored = ['--checkpoint', at('earlier/checkpoint')]

  beforeAll(() => {
    writeMadeUpLog(at('grown'), entries, [MADE_UP_KEY, BROAD, WITNESS])
    writeMadeUpLog(at('earlier'), entries.slice(0, 257))
    writeMadeUpLog(at('rotated'), entries, [NEXT])
    // as a server that was taken over signs it: by the right key, with another history
    writeMadeUpLog(at('forged'), [SIGNING, text('forged'), ...entries.slice(2)])
  })

  function check(log: string, ...options: string[]): ScriptResult {
    writeFileSync(at('ledger.rows'), formatLines(good))
    writeFileSync(at('anchor'), formatAnchor(publishedAnchor))
    const args = ['--anchor', at('anchor'), '--log', at(log), ...options]
    return checkHere([at('ledger.rows'), ...args])
  }

  test('that is signed by its key and begins with a stored checkpoint leads to 0', () => {
    const { code, output } = check('grown', ...key(), ...stored)
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(output).toContain('signed by its key, begins with 1 checkpoint that you stored.')
    expect(output).not.toContain('NOT CHECKED')
    expect(check('grown', ...key(BROAD), ...stored).code).toBe(0)
  })

  test('whose signature no key was given for is said to be unchecked, and never leads to 0', () => {
    const { code, output } = check('grown', ...stored)
    expect(code).toBe(3)
    expect(output).toContain('NOT CHECKED: the signature of the log was not verified')
    expect(output).not.toContain('of its own')
  })

  test('that no other person is known to have seen is said to be unchecked: the server has its key', () => {
    const { code, output } = check('grown', ...key())
    expect(code).toBe(3)
    expect(output).toContain('NOT CHECKED: the log was not compared with one that others saw')
    expect(check('grown', ...key(), '--witness', formatVkey(WITNESS))).toMatchObject({
      code: 0,
      output: expect.stringContaining('is cosigned by 1 witness.'),
    })
  })

  test('that is signed by another key is refused; after a rotation both keys are given', () => {
    const wrong = check('rotated', ...key(), ...stored)
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('not signed by a key') })
    expect(check('rotated', ...key(), ...key(NEXT), ...stored).code).toBe(0)
    const other = deriveSigningKey('a key', 'log', 'other.example/open-books/log', ED25519)
    expect(check('grown', ...key(other), ...stored).code).toBe(1)
    expect(check('grown', '--key', formatVkey(WITNESS), ...stored).code).toBe(1)
  })

  test('that a taken-over server made up is refused by a stored checkpoint and by a witness', () => {
    expect(check('forged', ...key()).code).toBe(3)
    expect(check('forged', ...key(), ...stored)).toMatchObject({
      code: 1,
      output: expect.stringContaining('the log does not begin with'),
    })
    expect(check('forged', ...key(), '--witness', formatVkey(WITNESS))).toMatchObject({
      code: 1,
      output: expect.stringContaining('not cosigned by a witness'),
    })
    const short = ['--checkpoint', at('grown/checkpoint')]
    expect(check('earlier', ...key(), ...short)).toMatchObject({
      code: 1,
      output: expect.stringContaining('fewer than'),
    })
  })

  test('with a changed entry, head or signature is refused', () => {
    const spoil = (file: string, change: (content: string) => string) => {
      cpSync(at('grown'), at('spoilt'), { recursive: true })
      const path = join(at('spoilt'), file)
      writeFileSync(path, change(readFileSync(path, 'latin1')), 'latin1')
      return check('spoilt', ...key(), ...stored)
    }
    const says = (output: string) => ({ code: 1, output: expect.stringContaining(output) })

    const entry = says('the entries are not those of the checkpoint')
    const bundle = 'tile/entries/001.p/45'
    expect(spoil(bundle, (all) => all.replace('"299"', '"999"'))).toMatchObject(entry)
    expect(spoil(bundle, (all) => `${all}\0\x02{}`)).toMatchObject(entry)
    expect(spoil(bundle, (all) => all.replace('{', '['))).toMatchObject(
      says("entry 256 can't be read"),
    )

    const signature = says('the signature of books.example/open-books/log is wrong')
    const flip = (all: string) =>
      all.replace(/(log \S{20})(\S)/, (_, start, one) => `${start}${one === 'A' ? 'B' : 'A'}`)
    expect(spoil('checkpoint', flip)).toMatchObject(signature)
    expect(spoil('checkpoint', (all) => all.replace('\n301\n', '\n300\n'))).toMatchObject(signature)
    expect(spoil('checkpoint', (all) => all.slice(0, all.indexOf('\n\n')))).toMatchObject(
      says('is not a checkpoint'),
    )
  })
})

test('the command writes what the checker reads', async () => {
  const [rows, anchorPath] = [join(folder, 'exported.rows'), join(folder, 'stored')]
  const env = { DATABASE_URL: database.ownerUrl, DATA_DIR: folder }
  expect(await run('scripts/export.js', ['--format', 'rows', '--to', rows], env)).toMatchObject({
    code: 0,
  })

  writeFileSync(anchorPath, formatAnchor(publishedAnchor))
  const log = trustLog('log')
  expect(await run('scripts/check-rows.mjs', [rows, '--anchor', anchorPath, ...log])).toMatchObject(
    {
      code: 0,
    },
  )
  expect(await run('scripts/export.js', ['--format', 'rows', '--upto', '3'], env)).toMatchObject({
    code: 1,
  })
})

test('each hash it takes is the database’s, whatever people wrote', async () => {
  const { rows } = await database.owner.query(
    'select j.id, encode(ledger.row_leaf(j), $1) as leaf from ledger.journal j',
    ['hex'],
  )
  const leaves = new Map(rows.map(({ id, leaf }) => [id, leaf]))
  const indexById = (what: string) =>
    new Map(good.filter((line) => line.what === what).map((line) => [line.id, line]))
  const [accounts, receipts, proposals] = [
    indexById('account'),
    indexById('receipt'),
    indexById('proposal'),
  ]

  const read = good.filter(({ what }) => what === 'row')
  const blocks = good.filter(({ what }) => what === 'block')
  const findSalt = ({ seq }: Line) => {
    const block = blocks.findLast(({ first_seq }) => seq !== null && first_seq <= Number(seq))
    return block ? pickSalt(block.salts, Number(seq) - Number(block.first_seq)) : null
  }

  expect(read).toHaveLength(leaves.size)
  expect(read.length).toBeGreaterThan(2_000)

  for (const row of read) {
    const beside = {
      receipt: receipts.get(row.receipt),
      approval: proposals.get(row.approval),
    }

    const codes = { debit: accounts.get(row.debit), credit: accounts.get(row.credit) }
    const own = createHash('sha256').update(leafText(row, { ...beside, ...codes }))
    const leaf = saltLeaf(own.digest(), findSalt(row)).toString('hex')

    expect(leaf, JSON.stringify(row)).toBe(leaves.get(row.id))
  }
})

const cash = (n: number) => toMemberAccountCode(member(n), 'cash')
const MEANT: [what: string, change: (lines: Line[]) => void, says: string | RegExp][] = [
  [
    'an amount',
    (lines) => {
      findRow(lines, 'read/paid').amount = '334'
    },
    'it was changed after it was chained',
  ],
  [
    'a reason',
    (lines) => {
      findRow(lines, 'read/lost/2').reason = 'mislaid'
    },
    'it was changed after it was chained',
  ],
  [
    'a salt',
    (lines) => {
      const block = find(lines, { what: 'block', block: String(publishedAnchor.block) })
      block.salts = `${'0'.repeat(32)}${block.salts.slice(32)}`
    },
    'it was changed after it was chained',
  ],
  [
    'the salts of a block',
    (lines) => {
      find(lines, { what: 'block', block: String(publishedAnchor.block) }).salts = null
    },
    'has no salts',
  ],
  [
    'an actor',
    (lines) => {
      findRow(lines, 'read/capital').actor = 'adm_nobody'
    },
    'it was changed after it was chained',
  ],
  [
    'a day',
    (lines) => {
      findRow(lines, 'read/paid').effective_date = '2026-01-02'
    },
    'it was changed after it was chained',
  ],
  [
    'a row that is gone',
    (lines) => without(lines, ({ idempotency_key }) => idempotency_key === uuid('read/funded')),
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
    'it was changed after it was chained',
  ],
  [
    'two accounts that changed names',
    (lines) => {
      const [one, other] = [account(lines, cash(1)), account(lines, cash(2))]
      swap(one, other)
      ;[one.id, other.id] = [other.id, one.id]
    },
    'it was changed after it was chained',
  ],
  [
    'an account that belongs to another member',
    (lines) => {
      account(lines, cash(1)).owner = member(2)
    },
    `account ${cash(1)} belongs to`,
  ],
  [
    'an account of another type',
    (lines) => {
      account(lines, cash(1)).account_type = 'equity'
    },
    'does not match its code',
  ],
  [
    'an account listed twice',
    (lines) => {
      lines.splice(-1, 0, { ...account(lines, cash(1)) })
    },
    'is listed twice',
  ],
  [
    'a posting rule that was forged',
    (lines) => {
      lines.unshift({
        ...find(lines, { what: 'posting_rule', transfer_type: 'reward_paid' }),
        debit_type: 'member_cash',
        credit_type: 'plan_income',
      })
    },
    'posting rule reward_paid member_cash plan_income is not allowed',
  ],
  [
    'a posting rule that needs less',
    (lines) => {
      find(lines, { what: 'posting_rule', transfer_type: 'adjusted' }).needs_reason = false
    },
    'posting rule adjusted equity member_cash differs in reason',
  ],
  [
    'a posting rule that needs no approval',
    (lines) => {
      find(lines, { what: 'posting_rule', transfer_type: 'adjusted' }).approval_from = null
    },
    'needs an approval from 100000 on',
  ],
  [
    'an account type that may be negative by mistake',
    (lines) => {
      find(lines, { what: 'account_type', name: 'member_cash' }).non_negative = false
    },
    'account type member_cash',
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
    'was decided by its proposer',
  ],
  [
    'the digest of a block',
    (lines) => {
      find(lines, { what: 'block' }).digest = '0'.repeat(64)
    },
    'differs from its digest',
  ],
  [
    'the hash of a block',
    (lines) => {
      find(lines, { what: 'block', block: '2' }).hash = '0'.repeat(64)
    },
    "block 2 doesn't match its hash",
  ],
  [
    'the tail that was cut off',
    (lines) => {
      const last = lines.findLastIndex(({ what }) => what === 'block')
      lines.splice(last, lines.length - 1 - last)
    },
    /the chain ends with block \d+, and block \d+ was published/,
  ],
  [
    'a line of an unknown type',
    (lines) => {
      lines.unshift({ what: 'toString' })
    },
    'is of an unknown type',
  ],
]
test.each(MEANT)('%s is found and named', (_, change, says) => {
  const { code, output } = checkTampered(change)
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
      /what approval \w+ posted differs from what was approved/,
    ],
    [
      'an approval that says something else',
      (lines) => {
        findRow(lines, 'read/lost/1').reference = 'loss_2'
      },
      'differs from what was approved',
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
      'was decided by its proposer',
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
        findRow(lines, 'read/paid').transfer_type = 'reward_paid'
      },
      'no posting rule allows reward_paid from plan_income to member_profit',
    ],
    [
      'an amount',
      (lines) => {
        findRow(lines, 'read/paid').amount = '334'
      },
      /plan:pln_read:income holds \d+ after it, and it states/,
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
      'and it states 5',
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
      'is of the same payment as another receipt',
    ],
    [
      'a receipt left out',
      (lines) => {
        findRow(lines, 'read/income').receipt = null
      },
      'needs a receipt',
    ],
    [
      'an idempotency key posted twice',
      (lines) => {
        findRow(lines, 'read/paid').idempotency_key = uuid('read/reward')
      },
      'was posted before',
    ],
    [
      'a custody leg that belongs to something else',
      (lines) => {
        findRow(lines, 'read/fund/1/coin').reference = 'elsewhere'
      },
      'its custody leg is missing',
    ],
    [
      'currencies that were mixed',
      (lines) => {
        findRow(lines, 'read/fund/1/coin').credit = account(lines, 'exchange:ETH').id
      },
      'between two currencies',
    ],
    [
      'an id that two runs share',
      (lines) => {
        const [run, next] = lines
          .filter(({ what }) => what === 'run')
          .sort((one, other) => Number(one.first_id) - Number(other.first_id))
        Object.assign(run ?? {}, { last_id: next?.first_id })
      },
      'two runs of the chain share it',
    ],
  ]

  test.each(AGAIN)('%s is found and named', (_, change, says) => {
    const { code, output } = checkTampered(change, { rechained: true, anchor: null })
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(says) })
  })

  const consistent = (lines: Line[]) => {
    findRow(lines, 'read/paid').reason = 'as if it had always been here'
  }
  test('a consistent forgery isn’t found without an anchor, so nothing ends with 0', () => {
    expect(checkTampered(() => {}, { rechained: true })).toMatchObject({ code: 0 })
    expect(checkTampered(consistent, { rechained: true, anchor: null })).toMatchObject({
      code: 2,
    })
  })

  test('an anchor exposes a consistent forgery', () => {
    const { code, output } = checkTampered(consistent, { rechained: true })
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `block ${publishedAnchor.block} differs from the published one`,
      ),
    })
  })
})

test('an anchor with another sum owed, or another number, is reported', () => {
  const { code, output } = runChecker(formatLines(good), {
    ...publishedAnchor,
    owed: publishedAnchor.owed + 1n,
  })

  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining(`and by the rows ${publishedAnchor.owed}`),
  })

  expect(
    runChecker(formatLines(good), { ...publishedAnchor, seq: publishedAnchor.seq - 1n }),
  ).toMatchObject({ code: 1 })
})

test('a file that ends too early, or can’t be read, is reported and causes no crash', () => {
  const text = formatLines(good)
  for (const spoilt of [
    text.slice(0, text.length / 2),
    '',
    '{"what":"row"}\n',
    'books\n',
    'null\n',
  ]) {
    const { code, output } = runChecker(spoilt)
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
    ['x', '--anchor'],
    ['x', 'y'],
    ['x', '--anchor', 'nowhere'],
    ['x', '--log', 'nowhere'],
    ['x', '--key', formatVkey(MADE_UP_KEY)],
    ['x', '--key', 'no key'],
    ['x', '--toString', 'y'],
  ]) {
    const { code, output } = await run('scripts/check-rows.mjs', args)
    expect({ code, output }).toMatchObject({ code: 1 })
    expect(output).not.toContain('    at ')
  }

  const { output } = runChecker('{"what":"x\\u001b[2J\\nThe books agree"}\n')
  expect(output).toContain('of an unknown type: x?[2J?The books agree')
})
