import { addDays, type Day } from './dates.ts'
import { type Currency, formatAmount, SCALE } from './money.ts'

/**
 * From the root of the tree down: `['liabilities', 'members', 'mem_x', 'cash']`. A part may be any
 * text.
 */
export type AccountPath = readonly [Root, ...string[]]
type Root = 'assets' | 'liabilities' | 'equity' | 'income'

/**
 * One debit and one credit of one positive amount in minor units, with what else is known of it.
 */
export type Movement = {
  date: Day
  /** Its number in the order of the books. */
  code: bigint
  title: string
  subject: string
  /** Names are ours; texts may be anybody's. */
  notes: readonly (readonly [name: string, text: string])[]
  debit: AccountPath
  credit: AccountPath
  amount: bigint
  currency: Currency
}

/** What an account comes to, debits minus credits in minor units. */
export type AccountTotal = { account: AccountPath; units: bigint; currency: Currency }

/** How a program that checks books wants them written; every piece ends its line. */
export type BookFormat = {
  /** What stands above everything; these sentences are ours. */
  head(about: readonly string[]): string
  movement(movement: Movement): string
  /**
   * Opens the account, which the program refuses unless it comes to exactly this after everything
   * up to `day`.
   */
  balanceAssertion(standing: AccountTotal, day: Day): string
}

/**
 * Ends a line, a comment, a value or a quotation, or can't be seen; `%` so that nothing is lost.
 */
const UNSAFE = /[%;,|"\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * A text on one line that ends nothing around it, whoever wrote it; `decodeURIComponent` reads it
 * back.
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
    `${formatComments(about)}\ndecimal-mark .\n${currencies.map(formatHledgerCommodity).join('\n')}\n`,
  movement: ({ date, code, title, subject, notes, debit, credit, amount: units, currency }) => `
${date} * (${code}) ${`${title} ${encodeSingleLine(subject)}`.trimEnd()}
${notes.map(([name, text]) => `    ; ${name}: ${encodeSingleLine(text)}\n`).join('')}\
    ${formatHledgerName(debit)}  ${formatCommodityAmount(units, currency)}
    ${formatHledgerName(credit)}  ${formatCommodityAmount(-units, currency)}
`,
  balanceAssertion: ({ account, units, currency }, day) => `
account ${formatHledgerName(account)}
${day} * balance
    ${formatHledgerName(account)}  ${formatCommodityAmount(0n, currency)} == ${formatCommodityAmount(units, currency)}
`,
}

/**
 * Beancount takes letters, digits and hyphens, after a capital or a digit. What is in capitals
 * already stays as it is; in the rest `_` becomes a hyphen and whatever else isn't allowed its
 * number, so that no two texts get one name.
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
    `${formatComments(about)}\n${currencies.map((currency) => `${SINCE} commodity ${currency}`).join('\n')}\n`,
  movement: ({ date, code, title, subject, notes, debit, credit, amount: units, currency }) => `
${date} * "${title}" "${encodeSingleLine(subject)}"
  seq: ${code}
${notes.map(([name, text]) => `  ${name}: "${encodeSingleLine(text)}"\n`).join('')}\
  ${formatBeancountName(debit)}  ${formatCommodityAmount(units, currency)}
  ${formatBeancountName(credit)}  ${formatCommodityAmount(-units, currency)}
`,
  // It looks at the morning of a day, and lets the last digit be one off unless told to allow
  // nothing.
  balanceAssertion: ({ account, units, currency }, day) => `
${SINCE} open ${formatBeancountName(account)} ${currency}
${addDays(day, 1)} balance ${formatBeancountName(account)}  ${formatAmount(units, currency)} ~ 0 ${currency}
`,
}
