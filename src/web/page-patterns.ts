import { matchRoutes, type RouteObject } from 'react-router'

type PageRoute = { id: string; parentId?: string; path?: string; index?: boolean }

/** The pattern of an address that leads to no page. */
const NO_PAGE = 'no page'

/** The number of addresses in the cache: matching costs more than answering a cached page. */
const MAX_CACHED = 1_000
const MAX_LENGTH = 200

/**
 * Returns a function that finds the pattern of the page at an address, such as
 * `/admin-dashboard/user/:id`.
 */
export function createPatternFinder(pages: Readonly<Record<string, PageRoute | undefined>>) {
  const tree = toTree(Object.values(pages).filter((page) => page !== undefined))
  const cached = new Map<string, string>()

  return (path: string): string => {
    if (path.length > MAX_LENGTH) return NO_PAGE

    const known = cached.get(path)
    if (known !== undefined) return known

    const pattern = findPattern(tree, path)
    if (cached.size >= MAX_CACHED) cached.clear()
    cached.set(path, pattern)

    return pattern
  }
}

function toTree(pages: readonly PageRoute[], parentId?: string): RouteObject[] {
  return pages
    .filter((page) => page.parentId === parentId)
    .map(({ id, path = '', index }) =>
      index ? { id, path, index } : { id, path, children: toTree(pages, id) },
    )
}

function findPattern(tree: RouteObject[], path: string): string {
  const matches = matchRoutes(tree, path.replace(/(\/_root)?\.data$/, '') || '/')
  if (!matches) return NO_PAGE

  const parts = matches.flatMap(({ route }) => (route.path ? [route.path.replace(/^\//, '')] : []))
  return parts.includes('*') ? NO_PAGE : `/${parts.filter(Boolean).join('/')}`
}
