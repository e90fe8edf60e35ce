import { addDays, type Day } from './dates.ts'
import { type Currency, formatAmount, SCALE } from './money.ts'

/**
 * An account from the root of the tree down: `['liabilities', 'members', 'mem_x', 'cash']`. A part
 * may be any text.
 */
export type AccountPath = readonly [Root, ...string[]]
type Root = 'assets' | 'liabilities' | 'equity' | 'income'

/** One debit and one credit of one positive amount in minor units, with its notes. */
export type Movement = {
  date: Day
  /** Its number in the order of the journal. */
  code: bigint
  title: string
  subject: string
  /** The names are ours; the texts may come from any person. */
  notes: readonly (readonly [name: string, text: string])[]
  debit: AccountPath
  credit: AccountPath
  amount: bigint
  currency: Currency
}

/** An account's total: debits minus credits, in minor units. */
export type AccountTotal = { account: AccountPath; units: bigint; currency: Currency }

/** The syntax of an accounting program; every piece ends its line. */
export type BookFormat = {
  /** Returns the comment at the top of the file. */
  head(about: readonly string[]): string
  movement(movement: Movement): string
  /** Returns the assertion that the account has exactly this total after everything up to `day`. */
  balanceAssertion(total: AccountTotal, day: Day): string
}

/**
 * The characters that end a line, a comment, a value or a quotation, or are invisible; `%` makes
 * the encoding reversible.
 */
const UNSAFE = /[%;,|"\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Encodes any text on one line without characters that end it; `decodeURIComponent` restores it.
 */
export const encodeSingleLine = (text: string): string => text.replace(UNSAFE, encodeURIComponent)

const formatComments = (lines: readonly string[]) => lines.map((line) => `; ${line}\n`).join('')
const currencies = Object.keys(SCALE) as Currency[]
const formatCommodityAmount = (units: bigint, currency: Currency) =>
  `${formatAmount(units, currency)} ${currency}`

const formatHledgerName = (path: AccountPath) => path.map(encodeURIComponent).join(':')
const formatHledgerCommodity = (currency: Currency) =>
  `commodity 1000.${'0'.repeat(SCALE[currency])} ${currency}`

export const hledger: BookFormat = {
  head: (about) =>
    `${formatComments(about)}\ndecimal-mark .\n` +
    `${currencies.map(formatHledgerCommodity).join('\n')}\n`,
  movement: ({ date, code, title, subject, notes, debit, credit, amount: units, currency }) => `
${date} * (${code}) ${`${title} ${encodeSingleLine(subject)}`.trimEnd()}
${notes.map(([name, text]) => `    ; ${name}: ${encodeSingleLine(text)}\n`).join('')}\
    ${formatHledgerName(debit)}  ${formatCommodityAmount(units, currency)}
    ${formatHledgerName(credit)}  ${formatCommodityAmount(-units, currency)}
`,
  balanceAssertion: ({ account, units, currency }, day) => `
account ${formatHledgerName(account)}
${day} * balance
    ${formatHledgerName(account)}  ${formatCommodityAmount(0n, currency)} == \
${formatCommodityAmount(units, currency)}
`,
}

/**
 * Encodes a part of an account name for Beancount, which takes letters, digits and hyphens after a
 * capital or a digit. Capitals stay, `_` becomes a hyphen and other characters their number, so no
 * two texts get the same name.
 */
const toBeancountPart = (text: string) =>
  /^[A-Z]{2}[A-Z0-9]*$/.test(text)
    ? text
    : text
        .replace(/^[^a-z0-9]|[^a-z0-9_]/gu, (sign) => `Ux${sign.codePointAt(0)?.toString(16)}Z`)
        .replaceAll('_', '-')
        .replace(/^[a-z]/, (letter) => letter.toUpperCase())
const formatBeancountName = (path: AccountPath) => path.map(toBeancountPart).join(':')

const SINCE: Day = '1970-01-01'

export const beancount: BookFormat = {
  head: (about) =>
    `${formatComments(about)}\n` +
    `${currencies.map((currency) => `${SINCE} commodity ${currency}`).join('\n')}\n`,
  movement: ({ date, code, title, subject, notes, debit, credit, amount: units, currency }) => `
${date} * "${title}" "${encodeSingleLine(subject)}"
  seq: ${code}
${notes.map(([name, text]) => `  ${name}: "${encodeSingleLine(text)}"\n`).join('')}\
  ${formatBeancountName(debit)}  ${formatCommodityAmount(units, currency)}
  ${formatBeancountName(credit)}  ${formatCommodityAmount(-units, currency)}
`,
  // It looks at the morning of a day, and lets the last digit be one off unless configured to allow
  // nothing.
  balanceAssertion: ({ account, units, currency }, day) => `
${SINCE} open ${formatBeancountName(account)} ${currency}
${addDays(day, 1)} balance ${formatBeancountName(account)}  \
${formatAmount(units, currency)} ~ 0 ${currency}
`,
}
