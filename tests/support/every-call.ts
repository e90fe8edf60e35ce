import type { AnyContractRouter } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import { z } from 'zod'
import type { CallMeta } from '#platform/http/contract.ts'
import { contract } from '../../src/contract.ts'

export type EveryCall = {
  name: string
  method: string
  path: string
  meta: CallMeta
  answersFile: boolean
}

/** Every call that the contracts declare, with its place and its other properties. */
export function everyCall(): EveryCall[] {
  const calls: EveryCall[] = []
  traverseContractProcedures(
    { router: contract as AnyContractRouter, path: [] },
    ({ contract: call, path }) => {
      const { route, meta, outputSchema } = call['~orpc']
      calls.push({
        name: path.join('.'),
        method: route.method ?? 'POST',
        path: route.path ?? '',
        meta: meta as CallMeta,
        answersFile: outputSchema instanceof z.ZodFile,
      })
    },
  )

  return calls
}
