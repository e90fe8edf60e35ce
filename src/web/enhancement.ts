import type { UIMatch } from 'react-router'

/**
 * A route's handle: pages with `enhancement` come without React, with a small script or with none.
 */
type Handle = { enhancement?: 'script' | 'none' } | undefined

/** Returns the enhancement of the innermost route that names one. */
export const findEnhancement = (matches: readonly UIMatch[]) =>
  matches.map(({ handle }) => (handle as Handle)?.enhancement).findLast(Boolean)
