import { expect, test } from 'vitest'
import { FIRST_STATE, parseTableState, writeTableState } from './table-state.ts'

test('A table restores its state from the query string and retains other parameters.', () => {
  const state = { search: 'maya', page: 3, sort: { id: 'date', desc: true } }
  const params = writeTableState(new URLSearchParams('tab=all'), 'd-', state)
  expect(params.toString()).toBe('tab=all&d-q=maya&d-page=3&d-sort=-date')
  expect(parseTableState(params, 'd-')).toEqual(state)
})

test('An invalid page number gives the first page.', () => {
  for (const page of ['-1', '0', '1.5', 'x'])
    expect(parseTableState(new URLSearchParams({ page }), '').page).toBe(1)
})

test('The initial state adds nothing to the query string.', () => {
  expect(
    writeTableState(new URLSearchParams('q=a&page=2&sort=x'), '', FIRST_STATE).toString(),
  ).toBe('')
})
