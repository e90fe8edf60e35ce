import type { AnyContractRouter } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import { z } from 'zod'
import type { CallMeta } from '#platform/http/contract.ts'
import { contract } from '../../src/contract.ts'

type Shape = {
  type?: string | string[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  additionalProperties?: unknown
  $ref?: string
  $defs?: Record<string, Shape>
}

export type CallFields = { call: string; who: CallMeta['who']; takes: string[]; gives: string[] }

/**
 * Every call with each field that it takes and gives; a part that may hold any field ends in `.*`.
 */
export function fieldsOfCalls(): CallFields[] {
  const calls: CallFields[] = []
  traverseContractProcedures(
    { router: contract as AnyContractRouter, path: [] },
    ({ contract: call }) => {
      const { route, meta, inputSchema, outputSchema } = call['~orpc']
      calls.push({
        call: `${route.method ?? 'POST'} /api${route.path ?? ''}`,
        who: (meta as CallMeta).who,
        takes: listFields(inputSchema, 'input'),
        gives: listFields(outputSchema, 'output').map((field) => field.replace(/^body\./, '')),
      })
    },
  )

  return calls.sort((one, other) => (one.call < other.call ? -1 : 1))
}

function listFields(schema: unknown, io: 'input' | 'output'): string[] {
  if (!(schema instanceof z.ZodType)) return []
  const shape = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape
  return [...new Set(walk(shape, '', shape.$defs ?? {}))].sort()
}

function walk(shape: Shape, at: string, defs: Record<string, Shape>): string[] {
  if (shape.type === 'null') return []

  const known = shape.$ref ? defs[shape.$ref.replace('#/$defs/', '')] : undefined
  const parts = [
    ...(shape.anyOf ?? []),
    ...(shape.oneOf ?? []),
    ...(shape.allOf ?? []),
    ...(known ? [known] : []),
  ]
  if (parts.length > 0) return parts.flatMap((part) => walk(part, at, defs))
  if (shape.items) return walk(shape.items, `${at}[]`, defs)

  const open = shape.additionalProperties !== undefined && shape.additionalProperties !== false
  const named = Object.entries(shape.properties ?? {}).flatMap(([name, field]) =>
    walk(field, at === '' ? name : `${at}.${name}`, defs),
  )
  if (open) return [...named, `${at}.*`]

  return named.length > 0 || at === '' ? named : [at]
}
