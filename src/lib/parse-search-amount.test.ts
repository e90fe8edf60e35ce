import { expect, test } from 'vitest'
import { parseSearchAmount } from './parse-search-amount.ts'

test('what is typed as an amount is looked for as one, and nothing else is', () => {
  for (const typed of ['1533', '$1,533.00', '1533.0', ' 1,533 '])
    expect(parseSearchAmount(typed), typed).toBe(153_300n)
  for (const typed of ['', 'maya', '15 33', '1,5', '+15335550100', '1533.001', 'dep_1533'])
    expect(parseSearchAmount(typed), typed).toBeNull()
})
