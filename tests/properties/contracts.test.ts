import type { AnyContractRouter } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/contract.ts'

type Schema = { [key: string]: unknown }

/** Where a schema lets fields through that it doesn't name. */
function openPlaces(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []

  const { additionalProperties: more, propertyNames, type } = schema as Schema
  const named =
    propertyNames !== undefined ||
    (typeof more === 'object' && more !== null && Object.keys(more).length > 0)
  const open = type === 'object' && more !== undefined && more !== false && !named
  const inside = Object.entries(schema).flatMap(([key, value]) => openPlaces(value, `${at}.${key}`))

  return open ? [at, ...inside] : inside
}

const shapes: { call: string; input: unknown; output: unknown }[] = []
traverseContractProcedures(
  { router: contract as AnyContractRouter, path: [] },
  ({ contract: call, path }) => {
    const { inputSchema, outputSchema } = call['~orpc']
    const toJsonShape = (zodSchema: unknown, io: 'input' | 'output') =>
      zodSchema
        ? z.toJSONSchema(zodSchema as z.ZodType, { io, unrepresentable: 'any', cycles: 'ref' })
        : null

    shapes.push({
      call: path.join('.'),
      input: toJsonShape(inputSchema, 'input'),
      output: toJsonShape(outputSchema, 'input'),
    })
  },
)

test('a call takes the fields it names and no others: no caller sets a column by name', () => {
  expect(shapes.length).toBeGreaterThan(180)
  expect(shapes.flatMap(({ call, input }) => openPlaces(input, call))).toEqual([])
})

test('A call answers the fields that it names and no others', () => {
  expect(shapes.filter(({ output }) => output === null).map(({ call }) => call)).toEqual([])
  expect(shapes.flatMap(({ call, output }) => openPlaces(output, call))).toEqual([])
})

test('A schema that lets anything through is noticed (control)', () => {
  const open = z.toJSONSchema(z.object({ a: z.array(z.looseObject({ b: z.string() })) }), {
    io: 'input',
  })
  expect(openPlaces(open, 'x')).toEqual(['x.properties.a.items'])
})
