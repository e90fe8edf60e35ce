import { useState } from 'react'
import { checkBlock, checkLinks, checkRows, type RowVerdict, type SealLink } from '#lib/seals.ts'
import { messageOf } from '#platform/client/call-error.ts'
import { PURSE_KEYS, type Purses, purseOf, signedCents } from '../model.ts'
import { type OwnSealBlock, portfolioCalls } from './calls.tsx'

/** A longer chain is left to the program that checks whole books. */
const MOST_PAGES = 20
const MOST_TRIES = 3

type OwnRow = OwnSealBlock['rows'][number]
export type CheckedRow = OwnRow & RowVerdict

export type SealCheck = {
  rows: CheckedRow[]
  /** What is wrong with blocks and chain, in sentences. */
  wrong: string[]
  /** What the rows add up to, by purse. */
  purses: Purses
  /** The last link that was worked out. */
  head: SealLink | undefined
  links: number
  /** The hashes that were worked out: a seal that was kept is looked for among them. */
  hashes: ReadonlySet<string>
  /** How many of the rows lie behind the head: their blocks were not held against the chain. */
  beyond: number
  /** Whether the chain goes on behind the head, unchecked. */
  cut: boolean
  /** What the books said that the member had when the rows were read. */
  books: Record<keyof Purses, string> & { total: string }
  /** All of it, as it was sent. */
  blocks: OwnSealBlock[]
}

export type CheckState =
  | { step: 'idle' }
  | { step: 'running'; says: string }
  | { step: 'failed'; says: string }
  | { step: 'done'; check: SealCheck }

async function readBlocks(tell: (says: string) => void): Promise<OwnSealBlock[]> {
  const blocks: OwnSealBlock[] = []
  let after: string | null = '0'

  while (after !== null) {
    const { data } = await portfolioCalls.seals.call({ after })
    blocks.push(...data.blocks)
    tell(`Read ${blocks.length} blocks that seal entries of yours`)
    after = data.next
  }

  return blocks
}

/** What a row did to the member's purses: what its sealed text says, where it is told. */
function movesOf({ text, debit, credit, amount }: OwnRow): [account: string, cents: bigint][] {
  const parts = text === null ? [] : (JSON.parse(text) as string[])
  const cents = parts[5] === undefined ? signedCents(amount) : BigInt(parts[5])
  return [
    [parts[15] ?? debit, -cents],
    [parts[16] ?? credit, cents],
  ]
}

function addUp(rows: readonly OwnRow[]): Purses {
  const purses: Purses = { cash: 0n, principal: 0n, profit: 0n, held: 0n }
  for (const row of rows)
    for (const [account, cents] of movesOf(row))
      if (account.startsWith('member:')) purses[purseOf(account)] += cents
  return purses
}

async function readChain(first: SealLink, tell: (says: string) => void) {
  const found = { links: [first], wrong: [] as string[], cut: false }
  for (let page = 0; ; page++) {
    const last = found.links.at(-1) ?? first
    const { data } = await portfolioCalls.chain.call({ after: last.block })
    found.wrong.push(...checkLinks(data.links, last))
    found.links.push(...data.links)
    tell(`Worked out ${found.links.length} links of the chain`)

    if (data.next === null) return found
    if (page === MOST_PAGES - 1) return { ...found, cut: true }
  }
}

const booksNow = async () => (await portfolioCalls.balance.call({})).data

/**
 * A row may be sealed between the reading of rows and of balances: what differs is read again
 * before it is said.
 */
async function readTogether(tell: (says: string) => void) {
  for (let tries = 0; ; tries++) {
    const blocks = await readBlocks(tell)
    const books = await booksNow()
    const same = samePurses(addUp(blocks.flatMap(({ rows }) => rows)), books)
    if (same || tries === MOST_TRIES) return { blocks, books }
  }
}

/**
 * Reads the member's blocks and the chain behind them and works everything out here, in the
 * browser.
 */
async function run(tell: (says: string) => void): Promise<SealCheck> {
  const { blocks, books } = await readTogether(tell)
  const rows = blocks.flatMap((block) => {
    const verdicts = checkRows(block)
    return block.rows.flatMap((row, at) => {
      const verdict = verdicts[at]
      return verdict ? [{ ...row, ...verdict }] : []
    })
  })

  const [first] = blocks
  const chain = first && (await readChain(first, tell))
  const head = chain?.links.at(-1)
  const inChain = new Map(chain?.links.map((link) => [link.block, link.hash]))
  const reached = BigInt(head?.block ?? 0)
  const behind = blocks.filter(({ block }) => chain?.cut && BigInt(block) > reached)
  const strays = blocks
    .filter((one) => !behind.includes(one) && inChain.get(one.block) !== one.hash)
    .map(({ block }) => `Block ${block} is not the one in the chain.`)

  return {
    rows,
    blocks,
    books,
    purses: addUp(rows),
    head,
    cut: chain?.cut ?? false,
    beyond: behind.reduce((sum, one) => sum + one.rows.length, 0),
    wrong: [...blocks.flatMap(checkBlock), ...(chain?.wrong ?? []), ...strays],
    links: chain?.links.length ?? 0,
    hashes: new Set(inChain.values()),
  }
}

/** The check of one's own entries: started by hand, since it reads everything there is of them. */
export function useSealCheck(): { state: CheckState; start: () => void } {
  const [state, setState] = useState<CheckState>({ step: 'idle' })
  const start = () => {
    setState({ step: 'running', says: 'Reading your entries' })
    run((says) => setState({ step: 'running', says })).then(
      (check) => setState({ step: 'done', check }),
      (error: unknown) => setState({ step: 'failed', says: messageOf(error) }),
    )
  }

  return { state, start }
}

/** Whether rows come to what the books say, purse by purse. */
export const samePurses = (one: Purses, other: Record<keyof Purses, string>): boolean =>
  PURSE_KEYS.every((purse) => one[purse] === signedCents(other[purse]))
