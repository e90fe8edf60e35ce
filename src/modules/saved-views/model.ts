import { DomainError } from '#lib/errors.ts'

/** The lists that staff save views of. */
export const VIEW_LISTS = ['deposits', 'withdrawals', 'members'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** A set of filters under a name; only the person who saved it sees it. */
export type SavedView = { id: string; name: string; query: string }

/** The most views that one person saves for one list; the database holds it too. */
export const VIEWS_LIMIT = 20
const NAME_LIMIT = 60
const VALUE_LIMIT = 60

/** Filters, order and page size. The search text isn't saved: it names people. */
const SAVED_FIELDS = [
  'status',
  'method',
  'plan',
  'country',
  'age',
  'min',
  'max',
  'from',
  'to',
  'sort',
  'size',
] as const

/** Returns what a view saves of a query string, in one order; empty without any filter. */
export function toViewQuery(params: URLSearchParams): string {
  const saved = SAVED_FIELDS.flatMap((field) => {
    const value = params.get(field)
    return value && value.length <= VALUE_LIMIT ? [[field, value] as [string, string]] : []
  })

  return new URLSearchParams(saved).toString()
}

/** Returns a sent query string as a view saves it. Throws `nothing_to_save` (422). */
export function parseViewQuery(text: string): string {
  const query = toViewQuery(new URLSearchParams(text))
  if (query) return query

  throw new DomainError('nothing_to_save', 422, 'Choose at least one filter, then save the view.')
}

/** Returns the trimmed name of a view. Throws `name_needed` (400). */
export function parseViewName(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ')
  if (name && name.length <= NAME_LIMIT) return name

  const message = `Please enter a name of up to ${NAME_LIMIT} characters.`
  throw new DomainError('name_needed', 400, message, 'name')
}

export const TEXTS = { saved: 'View saved', deleted: 'View deleted' } as const
