import { createRequire } from 'node:module'
import { join } from 'node:path'

export type Architecture = {
  layers: string[][]
  vocabulary: { name: string; holds: string; publicFile?: boolean }[]
  browser: string[]
  server: string[]
  browserSafe: string[]
  loaders: string[]
  homes: Record<string, string>
}

/** One broken rule at one place; `mend` says what to do about it. */
export type Violation = { rule: string; at: string; fix: string }

export const readArchitecture = (root: string): Architecture =>
  createRequire(import.meta.url)(join(root, 'architecture.cjs'))

/**
 * Where a floor's files are, as the start of a path: every file directly in src composes, so it
 * stands on top.
 */
export const getLayerPath = (name: string): string => {
  if (['web', 'server', 'worker', 'seed'].includes(name)) return 'src/(?:web/|[^/]+\\.tsx?$)'
  if (['app-ui', 'ui', 'platform', 'lib'].includes(name)) return `src/${name}/`
  return `src/modules/${name}/`
}
