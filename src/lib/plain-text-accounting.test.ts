import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCopy } from '../../tests/support/export-reader.ts'
import {
  type AccountPath,
  beancount,
  encodeSingleLine,
  hledger,
  type Movement,
} from './plain-text-accounting.ts'

const FORMATS = { hledger, beancount } as const
const names = ['hledger', 'beancount'] as const

const movement = (overrides: Partial<Movement> = {}): Movement => ({
  date: '2026-03-02',
  code: 17n,
  title: 'deposit_confirmed',
  subject: 'dep_x',
  notes: [['reason', 'because']],
  debit: ['assets', 'custody', 'hot', 'ETH'],
  credit: ['equity', 'exchange', 'ETH'],
  amount: 4_556_777_447n,
  currency: 'ETH',
  ...overrides,
})

test('hledger reads a row with its date, number, words, notes, and debits above zero', () => {
  expect(hledger.movement(movement())).toBe(`
2026-03-02 * (17) deposit_confirmed dep_x
    ; reason: because
    assets:custody:hot:ETH  4.556777447 ETH
    equity:exchange:ETH  -4.556777447 ETH
`)
})

test('beancount reads the same in its own words', () => {
  expect(
    beancount.movement(movement({ debit: ['liabilities', 'members', 'mem_x', 'hold_cash'] })),
  ).toBe(`
2026-03-02 * "deposit_confirmed" "dep_x"
  seq: 17
  reason: "because"
  Liabilities:Members:Mem-x:Hold-cash  4.556777447 ETH
  Equity:Exchange:ETH  -4.556777447 ETH
`)
})

test.each([
  ['USD', '0.01', '-92233720368547758.07'],
  ['BTC', '0.00000001', '-92233720368.54775807'],
  ['ETH', '0.000000001', '-9223372036.854775807'],
  ['USDT', '0.000001', '-9223372036854.775807'],
] as const)(
  'an amount is written in whole %s with all its decimals, to the last unit that fits',
  (currency, one, largest) => {
    for (const name of names) {
      const { rows } = readCopy(name, FORMATS[name].movement(movement({ amount: 1n, currency })))
      expect(rows[0]?.postings.map((posting) => `${posting.amount} ${posting.currency}`)).toEqual([
        `${one} ${currency}`,
        `-${one} ${currency}`,
      ])

      const total = {
        account: ['equity', 'operator'] as AccountPath,
        units: -(2n ** 63n - 1n),
        currency,
      }

      const [[, text] = []] = readCopy(
        name,
        FORMATS[name].balanceAssertion(total, '2026-03-02'),
      ).balances
      expect(text).toBe(`${largest} ${currency}`)
    }
  },
)

test('an account is held against its balance after the last day, and the last digit counts', () => {
  const total = {
    account: ['income', 'fees'] as AccountPath,
    units: -600n,
    currency: 'USD',
  } as const

  expect(hledger.balanceAssertion(total, '2026-02-28')).toBe(`
account income:fees
2026-02-28 * balance
    income:fees  0.00 USD == -6.00 USD
`)

  expect(beancount.balanceAssertion(total, '2026-02-28')).toBe(`
1970-01-01 open Income:Fees USD
2026-03-01 balance Income:Fees  -6.00 ~ 0 USD
`)
})

const HOSTILE = [
  'first\n2026-01-01 * stolen\n    assets:custody:hot:BTC  9.00 BTC',
  'first\r    equity:operator  -5.00 USD',
  'one\u2028two\u2029three\u0085four\u000bfive\u000csix',
  'a, amount: 5, date:2025-01-01',
  'quoted " and \\" and\\',
  '; comment ;| payee',
  '[2025-01-01] (virtual) = 5 USD @ 3',
  'end comment',
  '100% sure %0A',
  '\u202etfel ot thgir\u202c and \u200binvisible\ufeff',
  'tab\there\u0000nul',
  '',
  'ünïcödé 漢字 🙂',
]

test.each(HOSTILE)('hostile text stays in its field and can be read back: %j', (text) => {
  for (const name of names) expectIntactRow(name, text)
})

test('so does any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const name of names) expectIntactRow(name, text)
    }),
    { numRuns: 500 },
  )
})

function expectIntactRow(name: (typeof names)[number], text: string) {
  const written = FORMATS[name].movement(
    movement({
      subject: text,
      notes: [
        ['reason', text],
        ['actor', 'adm_x'],
      ],
    }),
  )

  const { rows } = readCopy(name, written)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.postings.map((posting) => posting.amount)).toEqual([
    '4.556777447',
    '-4.556777447',
  ])
  expect(rows[0]?.notes).toEqual({ reason: encodeSingleLine(text), actor: 'adm_x' })
  expect(decodeURIComponent(encodeSingleLine(text))).toBe(text)
}

const part = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,4}$/),
)

test('two accounts never get one name, and no name ends early', () => {
  fc.assert(
    fc.property(part, part, (one, other) => {
      for (const name of names) {
        const [first, second] = [one, other].map((text) => readBackAccount(name, text))
        expect(first === second).toBe(one === other)
      }
    }),
    { numRuns: 2_000 },
  )
})

/**
 * The parser takes no name with a space, a semicolon or, for beancount, anything that it would
 * refuse.
 */
function readBackAccount(name: (typeof names)[number], text: string) {
  const written = FORMATS[name].movement(movement({ debit: ['liabilities', 'members', text] }))
  return readCopy(name, written).rows[0]?.postings[0]?.account
}

test.each([
  ['hot', 'Hot'],
  ['USDT', 'USDT'],
  ['hold_cash', 'Hold-cash'],
  ['0abc', '0abc'],
  ['cold-1', 'ColdUx2dZ1'],
  ['_x', 'Ux5fZx'],
  ['é', 'Uxe9Z'],
])('beancount knows %s as %s', (text, name) => {
  expect(readBackAccount('beancount', text)).toBe(`Liabilities:Members:${name}`)
})
