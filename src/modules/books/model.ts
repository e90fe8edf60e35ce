import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'

/** What has to be true of the books at every moment: LEDGER's twelve. */
export const INVARIANTS: Readonly<Record<number, string>> = {
  1: 'Debits equal credits in each currency',
  2: 'Every balance equals the sum of its rows',
  3: 'No limited account is below zero',
  4: 'Returns paid are at most the income recorded',
  5: 'Numbers have no gap and the chain is intact',
  6: 'Deposits and withdrawals agree with the journal',
  7: 'What members are owed is what was witnessed',
  8: 'Every event was posted at most once',
  9: 'Positions agree with the principal in the books',
  10: 'Promotion spent is at most what was funded',
  11: 'Every row has its actor, kind, reason and approval',
  12: 'What is held outside agrees, or a break is open',
}

export type Problem = {
  invariant: number
  problem: string
  /** What it is about: a row's number, an account, a deposit. */
  subject: string
}

/** Differences with the outside are cleared up as breaks; any other broken invariant stops money. */
export const stopsMoney = ({ invariant }: Problem): boolean => invariant !== 12

export type BooksCheck = {
  whole: boolean
  afterSeq: bigint
  uptoSeq: bigint
  startedAt: Date
  finishedAt: Date
  problems: Problem[]
}

/** The head of the chain on a day, told outside the database. */
export type Witness = { day: Day; block: bigint; seq: bigint; hash: string; owed: Cents; toldAt: Date }

/** A witness as a file: JSON that people can read and any program can compare. */
export const witnessText = ({ day, block, seq, hash, owed, toldAt }: Witness): string =>
  `${JSON.stringify(
    {
      what: 'The head of the sealed journal. Keep it where nobody who can write to the database can write too.',
      ...{ day, block: String(block), seq: String(seq), hash, owedToMembersInCents: String(owed) },
      toldAt: toldAt.toISOString(),
    },
    null,
    2,
  )}\n`

/** Reads such a file; null when it isn't one. */
export function witnessOf(text: string): Witness | null {
  try {
    const { day, block, seq, hash, owedToMembersInCents: owed, toldAt } = JSON.parse(text)
    if (!/^[0-9a-f]{64}$/.test(hash) || !/^\d{4}-\d\d-\d\d$/.test(day)) return null
    return { day, block: BigInt(block), seq: BigInt(seq), hash, owed: BigInt(owed), toldAt: new Date(toldAt) }
  } catch {
    return null
  }
}
