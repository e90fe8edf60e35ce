import { expect, test } from 'vitest'
import { findPromise } from './promises.ts'

test.each([
  ['Guaranteed returns every month', 'Guaranteed'],
  ['We guarantee 50% in 30 days.', 'guarantee'],
  ['A risk-free way to grow', 'risk-free'],
  ['A risk\u2011free way to grow', 'risk-free'],
  ['RISK FREE', 'RISK FREE'],
  ['There is no risk in property.', 'no risk'],
  ['A fixed monthly return', 'fixed monthly return'],
  ['Fixed 50% over the term', 'Fixed 50%'],
  ['The profit is certain.', 'profit is certain'],
  ['Your money is safe with us', 'safe'],
  ["You can't lose", "can't lose"],
  ['You can\u2019t lose', "can't lose"],
  ['Not only guaranteed, but paid early', 'guaranteed'],
  ['No fees, and guaranteed 50%', 'guaranteed'],
  ['Guar\u200banteed', 'Guaranteed'],
  ['This plan always pays', 'always pays'],
  ['bound to grow', 'bound to grow'],
])('the promise in %j is pointed out', (text, phrase) => {
  expect(findPromise(text)).toBe(phrase)
})

test.each([
  'The target is not guaranteed.',
  'No return is guaranteed, and you could lose all the money you invest.',
  'Nothing is guaranteed.',
  "The income isn't fixed; it may be nothing.",
  'This is never risk-free.',
  'A fixed term of 30 days in certain markets.',
  'Rent from flats in three towns. Any unsafeguarded part may be lost.',
  'High risk. Only invest what you can afford to lose.',
])('%j promises nothing', (text) => {
  expect(findPromise(text)).toBeNull()
})
