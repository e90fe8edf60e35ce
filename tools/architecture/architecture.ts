import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { RuleName } from './rules.ts'

export type Architecture = {
  layers: string[][]
  vocabulary: { name: string; holds: string; publicFile?: boolean }[]
  browser: string[]
  server: string[]
  browserSafe: string[]
  loaders: string[]
  homes: Record<string, string>
}

/** One broken rule at one place; `fix` says what to do about it. */
export type Violation = { rule: RuleName; at: string; fix: string }

export const readArchitecture = (root: string): Architecture =>
  createRequire(import.meta.url)(join(root, 'architecture.cjs'))

/**
 * Returns the start of the paths of a layer's folder. Files directly in src compose, so they are in
 * the top layer.
 */
export const getLayerPath = (name: string): string => {
  if (['web', 'server', 'worker', 'seed'].includes(name)) return 'src/(?:web/|[^/]+\\.tsx?$)'
  if (['app-ui', 'ui', 'platform', 'lib'].includes(name)) return `src/${name}/`
  return `src/modules/${name}/`
}
