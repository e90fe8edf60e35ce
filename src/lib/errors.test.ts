import { expect, test } from 'vitest'
import { createNotFoundError, DomainError, runChecks } from './errors.ts'

const wrong =
  (field: string, code = 'wrong', message = `${field} is wrong.`) =>
  () => {
    throw new DomainError(code, 400, message, field)
  }

test('everything wrong in a form is one refusal, with the code of the first error and each field once', async () => {
  const runNestedChecks = () => runChecks(wrong('amount'), wrong('place'))
  const refusal = runChecks(
    wrong('name', 'first'),
    () => 1,
    runNestedChecks,
    wrong('amount', 'later', 'Again.'),
  )

  await expect(refusal).rejects.toMatchObject({
    code: 'first',
    message: 'name is wrong.',
    field: 'name',
    errors: ['name', 'amount', 'place'].map((field) => ({ field, message: `${field} is wrong.` })),
  })
})

test('right parts are answered in order; an error without a field is thrown as is', async () => {
  expect(
    await runChecks(
      () => 'one',
      async () => 2,
    ),
  ).toEqual(['one', 2])

  const missing = () => {
    throw createNotFoundError('This plan')
  }
  await expect(runChecks(wrong('name'), missing)).rejects.toMatchObject({
    code: 'not_found',
    errors: [],
  })
})
