/** The rows a page of a list that the server pages; the first is the default. */
export const PAGE_SIZES = [10, 25, 50] as const

/** Parses the page size in the query string; anything else is the default. */
export const parsePageSize = (text: string | null): number =>
  PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZES[0]

/** Returns the number of a typed page from 1 to `pages`; null for any other text. */
export function parsePage(typed: string, pages: number): number | null {
  const plain = typed.replaceAll(',', '').trim()
  return /^\d{1,9}$/.test(plain) ? Math.min(Math.max(1, Number(plain)), pages) : null
}

const formatCount = (count: number) => count.toLocaleString('en-US')

/** Describes the rows of a page: 'Showing 11–20 of 30,132'. */
export function describeRange(page: number, pageSize: number, total: number): string {
  if (total === 0) return 'Showing 0 of 0'

  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  return `Showing ${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`
}
