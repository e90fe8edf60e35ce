import type { AnyContractRouter } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssues } from '#platform/http/invalid-input.ts'
import { contract } from '../../src/contract.ts'

type Input = { call: string; schema: z.ZodObject }

const inputs: Input[] = []
traverseContractProcedures(
  { router: contract as AnyContractRouter, path: [] },
  ({ contract: { '~orpc': call }, path }) => {
    if (call.inputSchema instanceof z.ZodObject)
      inputs.push({ call: path.join('.'), schema: call.inputSchema })
  },
)

/** Values that a program sends by mistake: no field of any call takes all of them. */
const WRONG_VALUES = [null, true, 7.5, -1, '', 'x'.repeat(20_001), [], [null], {}, { a: 1 }]

/** The library's own words: they name types, not what a person can do. */
const LIBRARY_TEXT = /invalid (input|option|string)|expected|received|too (big|small)|undefined/i

function listMessages({ call, schema }: Input) {
  return Object.keys(schema.shape).flatMap((field) =>
    [undefined, ...WRONG_VALUES].flatMap((value) => {
      const read = schema.safeParse({ [field]: value })
      const errors = describeIssues(schema, read.error?.issues ?? [])

      return errors
        .filter((error) => error.field === field || error.field.startsWith(`${field}.`))
        .map(({ message }) => ({
          call,
          field,
          value: JSON.stringify(value)?.slice(0, 40),
          message,
        }))
    }),
  )
}

test('A value of a wrong type is answered with a sentence, in every field of every call.', () => {
  const messages = inputs.flatMap(listMessages)

  expect(inputs.length).toBeGreaterThan(130)
  expect(messages.length).toBeGreaterThan(1_000)
  expect(messages.filter(({ message }) => LIBRARY_TEXT.test(message))).toEqual([])
  expect(messages.filter(({ message }) => !/^\p{Lu}.*\.$/su.test(message))).toEqual([])
})

test('A field with a message in its contract answers that message to a value of a wrong type.', () => {
  const schema = z.object({
    name: z.string().trim().min(1, 'Enter your name.').nullish(),
    code: z.union([z.number(), z.string()]).transform(Number).pipe(z.number().min(9, 'Too low.')),
    parts: z.array(z.object({ city: z.string({ error: 'Enter a city.' }) })),
    plain: z.string().max(3),
  })
  const sent = { name: 5, code: null, parts: [{ city: 1 }], plain: 'four' }

  expect(describeIssues(schema, schema.safeParse(sent).error?.issues ?? [])).toEqual([
    { field: 'name', message: 'Enter your name.' },
    { field: 'code', message: 'Too low.' },
    { field: 'parts.0.city', message: 'Enter a city.' },
    { field: 'plain', message: 'Use at most 3 characters.' },
  ])
})
