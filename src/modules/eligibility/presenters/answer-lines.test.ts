import { expect, test } from 'vitest'
import { toAnswerLines } from './answer-lines.ts'

const until = '2026-11-21T12:00:00.000Z'

test('evidence is read as it was stored, also in the forms of earlier versions', () => {
  expect(toAnswerLines({ shown: 'A warning.', answered: { acknowledged: true } })).toEqual([
    'A warning.',
    'Read and understood: yes',
  ])
  expect(toAnswerLines({ shown: '[]', answered: { chosen: [], right: 7, of: 8 } })).toEqual([
    'Right answers: 7 of 8',
  ])
  expect(
    toAnswerLines({ shown: '[]', answered: { chosen: [], right: 7, of: 8, needed: 7 } }),
  ).toEqual(['Right answers: 7 of 8, 7 needed'])

  const shown = JSON.stringify({ hours: 24, warning: { id: 'uk', version: '1', text: 'Wait.' } })
  const [end] = toAnswerLines({ shown: 'Wait 24 hours.', answered: { until } }).slice(-1)
  expect(toAnswerLines({ shown, answered: { until } })).toEqual([
    'Wait.',
    'Cooling-off period: 24 hours',
    end,
  ])
  expect(toAnswerLines({ shown: 'Wait 24 hours.', answered: { until } })).toEqual([
    'Wait 24 hours.',
    expect.stringMatching(/^Cooling-off until: /),
  ])
})
