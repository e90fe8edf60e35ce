import { expect, test } from 'vitest'
import {
  chainProviderList,
  listChainProviderProblems,
  nameChainProvider,
} from './chain-provider-list.ts'

const list = chainProviderList(['rpc', 'trongrid'])
const ONE = { kind: 'rpc', url: 'https://user:secret@node.example:8545/v3/secret?key=secret' }

test('providers are read in their order, and other kinds and addresses are refused', () => {
  expect(list.parse(undefined)).toEqual([])
  expect(list.parse(` rpc=${ONE.url} , trongrid=https://api.trongrid.io`)).toEqual([
    ONE,
    { kind: 'trongrid', url: 'https://api.trongrid.io' },
  ])

  for (const text of [
    'https://a.example',
    'esplora=https://a.example',
    'rpc=ftp://secret.example',
  ]) {
    const { success, error } = list.safeParse(text)
    expect(success).toBe(false)
    expect(JSON.stringify(error?.issues)).not.toContain('secret')
  }
})

test('a provider is shown by its kind and host alone', () => {
  expect(nameChainProvider(ONE)).toBe('rpc:node.example:8545')
})

test('two of one name, and live without encryption, are problems', () => {
  const local = { kind: 'rpc', url: 'http://127.0.0.1:8545' }
  const open = { kind: 'rpc', url: 'http://node.example/secret' }

  const near = { kind: 'rpc', url: 'http://10.0.0.5:8332' }
  const lookalike = { kind: 'rpc', url: 'http://10.0.0.5.example' }

  expect(listChainProviderProblems({ A: [ONE, local, near] }, 'live')).toEqual([])
  expect(listChainProviderProblems({ A: [lookalike] }, 'live')).toHaveLength(1)
  expect(listChainProviderProblems({ A: [ONE, ONE] }, 'sandbox')).toEqual([
    'A: two providers have the same kind and host',
  ])
  expect(listChainProviderProblems({ A: [open] }, 'sandbox')).toEqual([])
  expect(listChainProviderProblems({ A: [open] }, 'live')).toEqual([
    'A: live needs https, except on this machine or in a private network',
  ])
})
