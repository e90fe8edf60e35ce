import { type Currency, formatAmount } from '#lib/money.ts'
import { type Entry, listEntries } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'

type Line = { step: string; answer: string; moved: ReadonlyMap<string, string> }
type FlowSection = { title: string; lines: Line[] }

/**
 * `member:mem_…:cash` is 'member cash' to a reader, for each member; custody reads as 'held'.
 */
const accountName = (code: string) => {
  const [kind = '', , subAccount = ''] = code.split(':')
  if (kind === 'member' || kind === 'plan') return `${kind} ${subAccount.replace('_', ' ')}`
  const held = code.replace('custody:hot:', 'held ').replace('custody:bank:', 'bank ')
  return held.replace('custody:', 'held ').replace(':', ' ')
}

/** What is held, or placed outside for a plan, goes up by a debit, everything else by a credit. */
const computeChange = (account: string, entry: Entry) => {
  const held = account.startsWith('custody:') || account.endsWith(':assets')
  return (account === entry.credit) === held ? -entry.amount : entry.amount
}

/** What moved on each account, in its own currency, with the sign that a reader expects. */
function sumMovements(entries: readonly Entry[]): Map<string, string> {
  const sums = new Map<string, { net: bigint; through: bigint; currency: Currency }>()
  for (const entry of entries)
    for (const account of [entry.debit, entry.credit]) {
      const name = accountName(account)
      const change = computeChange(account, entry)
      const { net = 0n, through = 0n } = sums.get(name) ?? {}
      const { currency } = entry

      sums.set(name, {
        net: net + change,
        through: through + (change > 0n ? change : 0n),
        currency,
      })
    }

  return new Map([...sums].map(([name, sum]) => [name, formatFigure(sum)]))
}

/** What only passed through an account is shown too, as ±. */
function formatFigure({
  net,
  through,
  currency,
}: {
  net: bigint
  through: bigint
  currency: Currency
}) {
  if (net === 0n) return `±${formatAmount(through, currency)}`
  return net > 0n ? `+${formatAmount(net, currency)}` : `\u2212${formatAmount(-net, currency)}`
}

/**
 * Reads the journal after every step of a section, and writes each section down as one table, below
 * a head of its own.
 */
export function openBook(reader: Reader, head = HEAD) {
  const sections: FlowSection[] = []
  let open: FlowSection | null = null
  let last = 0n

  const newEntries = async () => {
    const entries = (await listEntries(reader, { limit: 200 })).filter(
      (entry) => entry.journalId > last,
    )
    last = entries.reduce((max, { journalId }) => (journalId > max ? journalId : max), last)
    return entries.reverse()
  }

  return {
    /** Begins a table; rows that were written before it belong to no section. */
    beginSection: async (title: string) => {
      await newEntries()
      open = { title, lines: [] }
      sections.push(open)
    },
    /** What follows, until the next section, belongs to none: what a test needs beforehand. */
    aside: () => {
      open = null
    },
    /** Writes down what a step was answered and what it moved; answers the rows. */
    step: async (step: string, answer: string): Promise<Entry[]> => {
      const entries = await newEntries()
      open?.lines.push({ step, answer, moved: sumMovements(entries) })
      return entries
    },
    text: () => `${head}\n${sections.map(formatTable).join('\n')}`,
  }
}

const HEAD = `# Money flows

Written by \`tests/flows\` from the journal. Every step is an HTTP call, every figure is what the ledger posted for it. The
tests fail when this file and the journal differ.

Amounts are dollars unless the account names another currency. *Held* increases when assets come in; every other account increases
when more is owed on it; ± is an amount that only passed through. An empty cell is an account that the step doesn't touch; a step with no figures moves no money.
`

function formatTable({ title, lines }: FlowSection): string {
  const accounts = [...new Set(lines.flatMap(({ moved }) => [...moved.keys()]))]
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const figures = lines.map(({ step, answer, moved }) =>
    row([step, answer, ...accounts.map((account) => moved.get(account) ?? '')]),
  )
  const aligned = ['---', '---', ...accounts.map(() => '--:')]

  return [
    `## ${title}`,
    '',
    row(['step', 'answer', ...accounts]),
    row(aligned),
    ...figures,
    '',
  ].join('\n')
}
