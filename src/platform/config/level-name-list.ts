import { z } from 'zod'
import { kindList } from './kind-list.ts'

/** Reads `basic=name,full=name,source_of_funds=name`, each level once. */
export const levelNameList = kindList
  .pipe(
    z.array(
      z.object({
        kind: z.enum(['basic', 'full', 'source_of_funds']),
        address: z.string().min(1).max(200),
      }),
    ),
  )
  .refine((levels) => new Set(levels.map(({ kind }) => kind)).size === levels.length, {
    error: 'names a level twice',
  })
