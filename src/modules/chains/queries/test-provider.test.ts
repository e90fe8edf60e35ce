import { expect, test } from 'vitest'
import { type ChainProvider, ChainProviderError, NO_CHAINS } from '../adapters/chain-provider.ts'
import { testProvider } from './test-provider.ts'

const createProvider = (readTip: ChainProvider['readTip']) =>
  ({ chain: 'bitcoin', name: 'esplora.example', simulated: false, readTip }) as ChainProvider

const appWith = (provider: ChainProvider) => ({ chains: { ...NO_CHAINS, bitcoin: [provider] } })
const TEST = { chain: 'bitcoin', name: 'esplora.example' } as const

test('A provider that answers shows its newest block.', async () => {
  const tip = { height: 870_000, hash: 'ab'.repeat(32), at: new Date(0), finalHeight: null }
  const app = appWith(createProvider(async () => tip))
  expect(await testProvider(app, TEST)).toEqual({ height: 870_000, problem: null })
})

test('A silent provider shows why, and one that isn’t configured is not found.', async () => {
  const app = appWith(
    createProvider(async () => {
      throw new ChainProviderError('unreachable', 'esplora.example doesn’t answer.')
    }),
  )
  expect(await testProvider(app, TEST)).toEqual({
    height: null,
    problem: 'esplora.example doesn’t answer.',
  })
  await expect(testProvider(app, { ...TEST, name: 'other' })).rejects.toMatchObject({ status: 404 })
})
