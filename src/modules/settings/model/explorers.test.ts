import { expect, test } from 'vitest'
import { buildExplorerLink, DEFAULT_EXPLORERS, isExplorer } from './explorers.ts'

const id = `0x${'ab'.repeat(32)}`

test('An explorer is an https address with one placeholder after its host.', () => {
  for (const explorer of [
    ...Object.values(DEFAULT_EXPLORERS),
    'https://explorer.example:8443/testnet4/tx/{txid}?lang=en',
    'https://explorer.example/?tx={txid}',
  ])
    expect(isExplorer(explorer), explorer).toBe(true)

  for (const text of [
    '',
    '{txid}',
    'https://explorer.example/tx/',
    'http://explorer.example/tx/{txid}',
    'javascript:alert(1)//{txid}',
    'https://{txid}.explorer.example/',
    'https://name:password@explorer.example/tx/{txid}',
    'https://explorer.example/{txid}/{txid}',
    'https://explorer.example/{id}/{txid}',
    'https://explorer.example/a b/{txid}',
  ])
    expect(isExplorer(text), text).toBe(false)
})

test('A link has the transaction id for the placeholder; an empty explorer has none.', () => {
  expect(buildExplorerLink(DEFAULT_EXPLORERS.ethereum, id)).toBe(`https://etherscan.io/tx/${id}`)
  expect(buildExplorerLink(DEFAULT_EXPLORERS.tron, 'ab')).toBe(
    'https://tronscan.org/#/transaction/ab',
  )
  expect(buildExplorerLink('', id)).toBeNull()
})
