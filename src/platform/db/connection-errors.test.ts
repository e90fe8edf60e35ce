import { expect, test } from 'vitest'
import { DatabaseUnavailable, isConnectionLost, OutcomeUnknown } from './connection-errors.ts'

const withCode = (code: string) => Object.assign(new Error('planned'), { code })

test('a lost connection is recognised by its state, its socket or its text, also in a copy', () => {
  for (const code of ['08006', '57P01', '57P03', '25006', '53300', 'ECONNREFUSED', 'EPIPE'])
    expect(isConnectionLost(withCode(code)), code).toBe(true)
  expect(isConnectionLost(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isConnectionLost({ message: 'Connection terminated (Queue: send-mail)' })).toBe(true)
  expect(isConnectionLost(new DatabaseUnavailable('gone'))).toBe(true)
})

test('a rejection, a wrong password, a bug or an unknown outcome is no lost connection', () => {
  for (const code of ['23505', '40001', '28P01', '3D000', '57014', 'XX000'])
    expect(isConnectionLost(withCode(code)), code).toBe(false)
  for (const error of [new Error('a bug'), new OutcomeUnknown('gone'), null, undefined, 'text'])
    expect(isConnectionLost(error), String(error)).toBe(false)
})
