import { expect, test } from 'vitest'
import { buildContentRows } from './approval-content.tsx'

const getLabels = (content: Record<string, string>) =>
  buildContentRows({ permission: 'income.record', content, names: {} }).map(({ label }) => label)

test('A receipt is one row, and its reference another only where it says more.', () => {
  const observedAs = `bitcoin ${'ab'.repeat(32)}:1`
  expect(getLabels({ reference: 'ab'.repeat(32), place: 'hot', observedAs })).toEqual([
    'Location',
    'Receipt',
  ])
  expect(getLabels({ reference: 'INC-9', place: 'bank' })).toEqual(['Receipt', 'Location'])
})
