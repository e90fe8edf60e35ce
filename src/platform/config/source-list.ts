import { z } from 'zod'
import { kindList } from './kind-list.ts'

/** Returns the schema of a setting such as `un=/srv/lists/un.xml,eu=https://…`, each kind once. */
export const buildSourceList = <const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) =>
  kindList
    .pipe(
      z.array(
        z.object({
          kind: z.enum(kinds),
          address: z.string().regex(/^(\/|https:\/\/)/, 'is a path from the root, or https://…'),
        }),
      ),
    )
    .refine((sources) => new Set(sources.map(({ kind }) => kind)).size === sources.length, {
      error: 'names a list twice',
    })
