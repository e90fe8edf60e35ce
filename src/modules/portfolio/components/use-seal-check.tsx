import { useState } from 'react'
import { checkBlock, checkLinks, checkRows, type RowVerdict, type SealLink } from '#lib/seals.ts'
import { messageOf } from '#platform/client/call-error.ts'
import { PURSE_KEYS, type Purses, purseOf, signedCents } from '../model.ts'
import { type OwnSealBlock, portfolioCalls } from './calls.tsx'

/** A longer chain is left to the program that checks whole books. */
const MOST_PAGES = 20

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
  /** Whether the chain goes on behind the head, unchecked. */
  cut: boolean
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

/** Reads the member's blocks and the chain behind them and works everything out here, in the browser. */
async function run(tell: (says: string) => void): Promise<SealCheck> {
  const blocks = await readBlocks(tell)
  const rows = blocks.flatMap((block) => {
    const verdicts = checkRows(block)
    return block.rows.flatMap((row, at) => {
      const verdict = verdicts[at]
      return verdict ? [{ ...row, ...verdict }] : []
    })
  })
  const [first] = blocks
  const chain = first && (await readChain(first, tell))
  const inChain = new Map(chain?.links.map((link) => [link.block, link.hash]))
  const strays = blocks
    .filter(({ block, hash }) => !chain?.cut && inChain.get(block) !== hash)
    .map(({ block }) => `Block ${block} is not the one in the chain.`)
  return {
    ...{ rows, blocks, purses: addUp(rows), cut: chain?.cut ?? false },
    wrong: [...blocks.flatMap(checkBlock), ...(chain?.wrong ?? []), ...strays],
    ...{ head: chain?.links.at(-1), links: chain?.links.length ?? 0, hashes: new Set(inChain.values()) },
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
