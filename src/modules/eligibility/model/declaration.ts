import { DomainError, type FieldRefusal } from '#lib/errors.ts'
import { parseAmount } from '#lib/money.ts'
import type { Category, RuleSet, Statement } from './rules.ts'

/** A statement that was ticked. */
export const TICKED = 'ticked'

/** `TICKED` or what was filled in, by the id of the statement. */
export type DeclaredStatements = Readonly<Record<string, string>>

/** The longest text of a declaration. */
export const MAX_DECLARED_TEXT = 500

/** Returns a category of the rules. Throws `unknown_category` (400). */
export function getCategory({ categories }: RuleSet, id: string): Category {
  const category = categories.find((one) => one.id === id)
  if (category) return category
  throw new DomainError('unknown_category', 400, 'Please choose a kind of investor.', 'category')
}

/**
 * Returns each statement of a category as declared. Throws `declaration_incomplete` (400) unless
 * every statement is ticked or filled in.
 */
export function parseDeclaration({ statements }: Category, declared: DeclaredStatements) {
  const problems = statements.flatMap((statement): FieldRefusal[] => {
    const message = findProblem(statement, declared[statement.id])
    return message ? [{ field: `statements.${statement.id}`, message }] : []
  })
  if (problems.length > 0)
    throw new DomainError(
      'declaration_incomplete',
      400,
      'Please complete every statement.',
      undefined,
      problems,
    )

  return statements.map(({ id, text }) => ({ id, text, answer: (declared[id] ?? '').trim() }))
}

function findProblem({ kind }: Statement, answer = ''): string | null {
  const text = answer.trim()
  if (kind === 'tick') return text === TICKED ? null : 'Please tick this if it is true.'
  if (kind === 'amount')
    return parseAmount(text, 'USD') === null ? 'Please enter an amount in dollars.' : null

  return text === '' || text.length > MAX_DECLARED_TEXT
    ? `Please fill this in, in up to ${MAX_DECLARED_TEXT} characters.`
    : null
}
