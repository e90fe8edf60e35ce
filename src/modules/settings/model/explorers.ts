import type { AddressChain } from './address-sources.ts'

/**
 * The page of a transaction in the operator's block explorer, for each chain: an https address with
 * `{txid}` in place of the transaction's id. Empty shows no link.
 */
export type Explorers = Readonly<Record<AddressChain, string>>

/** The explorers until the operator changes them: those of the main networks. */
export const DEFAULT_EXPLORERS: Explorers = {
  bitcoin: 'https://mempool.space/tx/{txid}',
  ethereum: 'https://etherscan.io/tx/{txid}',
  tron: 'https://tronscan.org/#/transaction/{txid}',
}

const PLACEHOLDER = '{txid}'
const SAMPLE_ID = 'a'.repeat(64)

/**
 * Returns whether a text is the address of an explorer's pages, with one `{txid}` after the host.
 */
export function isExplorer(text: string): boolean {
  if (text.split(PLACEHOLDER).length !== 2 || /[\s{}]/.test(text.replace(PLACEHOLDER, '')))
    return false

  const page = text.replace(PLACEHOLDER, SAMPLE_ID)
  if (!URL.canParse(page)) return false

  const { protocol, username, password, host } = new URL(page)
  return protocol === 'https:' && username + password === '' && !host.includes(SAMPLE_ID)
}

/** Returns the page of a transaction id as its chain writes it; null without an explorer. */
export const buildExplorerLink = (explorer: string, txid: string): string | null =>
  explorer === '' ? null : explorer.replace(PLACEHOLDER, txid)
