import { expect, test } from 'vitest'
import { sumPlanAssets } from './plan-assets.ts'

const move = (event: 'placed' | 'returned' | 'written-off', cents: bigint, on: string) => ({
  event,
  cents,
  on,
  approval: `prp_${on}`,
})

test('What is still placed has been since the day on which it was last nothing.', () => {
  const moves = [
    move('placed', 500n, '2026-01-02'),
    move('returned', 300n, '2026-02-02'),
    move('written-off', 200n, '2026-03-02'),
    move('placed', 700n, '2026-04-02'),
    move('placed', 50n, '2026-05-02'),
    move('returned', 250n, '2026-06-02'),
  ]

  expect(sumPlanAssets(moves)).toEqual({
    placed: 1_250n,
    returned: 550n,
    writtenOff: 200n,
    outstanding: 500n,
    since: '2026-04-02',
    last: moves[5],
  })
  expect(sumPlanAssets(moves.slice(0, 3))).toMatchObject({ outstanding: 0n, since: null })
})

test('More that came back than was placed is not placed any more.', () => {
  const moves = [move('placed', 500n, '2026-01-02'), move('returned', 600n, '2026-02-02')]
  expect(sumPlanAssets(moves)).toMatchObject({ outstanding: -100n, since: null })
  expect(sumPlanAssets([])).toMatchObject({ placed: 0n, since: null, last: null })
})
