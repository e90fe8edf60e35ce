import { useState } from 'react'
import type { ChainLink } from '#lib/chain.ts'
import { checkBlock, checkLinks, checkRows, type RowVerdict } from '#lib/check-chain.ts'
import { toCents, type Usd } from '#lib/money.ts'
import {
  type ProofCheck,
  runProofCheck,
} from '#modules/transparency/components/run-proof-check.tsx'
import { getErrorMessage } from '#platform/client/call-error.ts'
import {
  getSubAccountKey,
  isShownAsHashed,
  parseHashedText,
  SUB_ACCOUNT_KEYS,
  type SubAccountBalances,
} from '../model.ts'
import { type OwnJournalBlock, portfolioCalls } from './calls.tsx'

/** The maximum number of pages; a longer chain needs the offline verifier. */
const MAX_PAGES = 20
const MAX_TRIES = 3

type OwnRow = OwnJournalBlock['rows'][number]
export type CheckedRow = OwnRow & RowVerdict

export type ChainCheck = {
  rows: CheckedRow[]
  /** The problems found, as sentences. */
  wrong: string[]
  /** The sum of the rows by sub-account. */
  subAccounts: SubAccountBalances
  /** The last link that was worked out. */
  head: ChainLink | undefined
  links: number
  /** The hashes that were computed; a hash the member saved is searched among them. */
  hashes: ReadonlySet<string>
  /** The number of rows after the head, whose blocks were not compared with the chain. */
  beyond: number
  /** True if the chain continues, unchecked, after the head. */
  cut: boolean
  /** The ledger's balances when the rows were read. */
  ledgerBalances: Record<keyof SubAccountBalances, Usd> & { total: Usd }
  /** All of it, as it was sent. */
  blocks: OwnJournalBlock[]
  /** The check of the published total, by the same entries. */
  proof: ProofCheck
}

export type CheckState =
  | { step: 'idle' }
  | { step: 'running'; says: string }
  | { step: 'failed'; says: string }
  | { step: 'done'; check: ChainCheck }

async function readBlocks(onProgress: (says: string) => void): Promise<OwnJournalBlock[]> {
  const blocks: OwnJournalBlock[] = []
  let after: string | null = '0'

  while (after !== null) {
    const { data } = await portfolioCalls.chainProofs.call({ after })
    blocks.push(...data.blocks)
    onProgress(`Read ${blocks.length} blocks with your entries`)
    after = data.next
  }

  return blocks
}

/**
 * Parses the effect of a row on the member's sub-accounts from its hashed text, where that is
 * disclosed.
 */
function parseMoves({ text, debit, credit, amount }: OwnRow): [account: string, cents: bigint][] {
  const hashed = parseHashedText(text)
  const cents = hashed.amount === undefined ? toCents(amount) : BigInt(hashed.amount)
  return [
    [hashed.debit ?? debit, -cents],
    [hashed.credit ?? credit, cents],
  ]
}

function addUp(rows: readonly OwnRow[]): SubAccountBalances {
  const balances: SubAccountBalances = { cash: 0n, principal: 0n, profit: 0n, held: 0n }
  for (const row of rows)
    for (const [account, cents] of parseMoves(row))
      if (account.startsWith('member:')) balances[getSubAccountKey(account)] += cents
  return balances
}

async function readChain(first: ChainLink, onProgress: (says: string) => void) {
  const found = { links: [first], wrong: [] as string[], cut: false }
  for (let page = 0; ; page++) {
    const last = found.links.at(-1) ?? first
    const { data } = await portfolioCalls.chain.call({ after: last.block })
    found.wrong.push(...checkLinks(data.links, last))
    found.links.push(...data.links)
    onProgress(`Checked ${found.links.length} links of the chain`)

    if (data.next === null) return found
    if (page === MAX_PAGES - 1) return { ...found, cut: true }
  }
}

const readLedgerBalances = async () => (await portfolioCalls.balance.call({})).data

/**
 * Reads rows and balances, and reads again before it reports a difference: a row may be added in
 * between.
 */
async function readTogether(onProgress: (says: string) => void) {
  for (let tries = 0; ; tries++) {
    const blocks = await readBlocks(onProgress)
    const ledgerBalances = await readLedgerBalances()
    const same = hasSameBalances(addUp(blocks.flatMap(({ rows }) => rows)), ledgerBalances)
    if (same || tries === MAX_TRIES) return { blocks, ledgerBalances }
  }
}

/**
 * Reads the member's blocks and the chain behind them and works everything out here, in the
 * browser.
 */
async function runChainCheck(
  onProgress: (says: string) => void,
): Promise<Omit<ChainCheck, 'proof'>> {
  const { blocks, ledgerBalances } = await readTogether(onProgress)
  const rows = blocks.flatMap((block) => {
    const verdicts = checkRows(block)
    return block.rows.flatMap((row, at) => {
      const checked = verdicts[at]
      if (!checked) return []

      const verdict = isShownAsHashed(row) ? checked.verdict : ('wrong' as const)
      return [{ ...row, ...checked, verdict }]
    })
  })

  const [first] = blocks
  const chain = first && (await readChain(first, onProgress))
  const head = chain?.links.at(-1)
  const inChain = new Map(chain?.links.map((link) => [link.block, link.hash]))
  const reached = BigInt(head?.block ?? 0)
  const behind = blocks.filter(({ block }) => chain?.cut && BigInt(block) > reached)
  const strays = blocks
    .filter((one) => !behind.includes(one) && inChain.get(one.block) !== one.hash)
    .map(({ block }) => `Block ${block} differs from the chain.`)

  return {
    rows,
    blocks,
    ledgerBalances,
    subAccounts: addUp(rows),
    head,
    cut: chain?.cut ?? false,
    beyond: behind.reduce((sum, one) => sum + one.rows.length, 0),
    wrong: [...blocks.flatMap(checkBlock), ...(chain?.wrong ?? []), ...strays],
    links: chain?.links.length ?? 0,
    hashes: new Set(inChain.values()),
  }
}

/** Checks the entries, and then the published total by what they add up to. */
async function run(onProgress: (says: string) => void): Promise<ChainCheck> {
  const check = await runChainCheck(onProgress)
  onProgress('Checking the published total')
  const { email } = (await portfolioCalls.user.call({})).data
  const sumEntries = (seq: bigint) => {
    const { cash, principal, profit, held } = addUp(
      check.rows.filter((row) => BigInt(row.seq) <= seq),
    )
    return { cash, invested: principal, profit, pending: held }
  }

  const chainHashes = check.hashes
  return { ...check, proof: await runProofCheck({ email, sumEntries, chainHashes }) }
}

/** Checks the member's own entries. It reads all of them, so it starts on request. */
export function useChainCheck(): { state: CheckState; start: () => void } {
  const [state, setState] = useState<CheckState>({ step: 'idle' })
  const start = () => {
    setState({ step: 'running', says: 'Reading your entries' })
    run((says) => setState({ step: 'running', says })).then(
      (check) => setState({ step: 'done', check }),
      (error: unknown) => setState({ step: 'failed', says: getErrorMessage(error) }),
    )
  }

  return { state, start }
}

/** Checks that the rows add up to the ledger's balances, by sub-account. */
export const hasSameBalances = (
  one: SubAccountBalances,
  other: Record<keyof SubAccountBalances, Usd>,
): boolean => SUB_ACCOUNT_KEYS.every((subAccount) => one[subAccount] === toCents(other[subAccount]))
