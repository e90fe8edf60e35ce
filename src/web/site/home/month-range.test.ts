import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MonthRange } from './month-range.tsx'

const MIDDLE = 80

/** Returns start and width of each bar. */
const draw = (worst: number, best: number) =>
  [
    ...renderToStaticMarkup(createElement(MonthRange, { worst, best, widest: 4_000 })).matchAll(
      /<rect x="([\d.]+)" y="3" width="([\d.]+)"/g,
    ),
  ].map(([, x, width]) => ({ x: Number(x), width: Number(width) }))

test('bars of all plans share one scale, losses left and gains right of the line', () => {
  expect(draw(-1_000, 2_000)).toEqual([
    { x: 60, width: 20 },
    { x: MIDDLE, width: 40 },
  ])
  expect(draw(0, 4_000), 'twice the gain is twice as long').toEqual([{ x: MIDDLE, width: 80 }])
  expect(draw(1_000, 2_000), 'only the gains that were made').toEqual([{ x: 100, width: 20 }])
})
