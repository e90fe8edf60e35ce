import ts from 'typescript'

/** One change of the syntax inside a symbol; `nth` picks another than the first place it fits. */
export type Change = { nth?: number } & (
  | {
      /** Removes the statement in which this is called, also a guard that throws it. */ drop: string
    }
  | { /** Negates the condition that names this. */ negate: string }
  | {
      /** Replaces this operator, in the expression that names `near`. */ operator: string
      with: string
      near?: string
    }
  | { /** Replaces this literal. */ literal: string; with: string }
  | { /** Replaces one argument of this call. */ call: string; argument: number; with: string }
  | { /** Replaces this expression. */ expression: string; with: string }
  | { /** Returns this at once. */ returns: string }
)

/** Text to write over a part of a file. */
export type Edit = { start: number; end: number; text: string }

export const parseSource = (file: string, text: string) =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    /\.[jt]sx$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

/** Returns the declaration of a function, constant, type or class, wherever it is in the file. */
export function findSymbol(source: ts.SourceFile, symbol: string): ts.Node | undefined {
  let found: ts.Node | undefined
  const visit = (node: ts.Node) => {
    const isDeclaration =
      ts.isFunctionDeclaration(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isClassDeclaration(node)
    if (!found && isDeclaration && node.name?.getText() === symbol) found = node
    if (!found) ts.forEachChild(node, visit)
  }
  visit(source)

  return found
}

/** Returns the functions, constants and classes of the top level: a name is unique there. */
export const listSymbols = (source: ts.SourceFile) =>
  source.statements.flatMap((statement) => {
    const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
    if (isNamed && statement.name)
      return [{ name: statement.name.text, node: statement as ts.Node }]
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap((node) =>
      ts.isIdentifier(node.name) ? [{ name: node.name.text, node: node as ts.Node }] : [],
    )
  })

/** Returns the edit that makes the change inside the symbol, or null where it doesn't fit. */
export function findEdit(scope: ts.Node, change: Change): Edit | null {
  if ('returns' in change) return returnAt(scope, change.returns)

  const edits: Edit[] = []
  const visit = (node: ts.Node) => {
    const edit = editNode(node, change)
    if (edit && !edits.some(({ start, end }) => start <= edit.start && edit.end <= end))
      edits.push(edit)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(scope, visit)

  return edits[change.nth ?? 0] ?? null
}

const replaceNode = (node: ts.Node, text: string): Edit => ({
  start: node.getStart(),
  end: node.getEnd(),
  text,
})

const normalise = (text: string) => text.replace(/\s+/g, '')

const mentions = (node: ts.Node, name: string) =>
  new RegExp(`(?<![\\w$])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`).test(
    node.getText(),
  )

function editNode(node: ts.Node, change: Change): Edit | null {
  if ('drop' in change) return dropStatement(node, change.drop)
  if ('negate' in change) return negateCondition(node, change.negate)
  if ('operator' in change) return replaceOperator(node, change)
  if ('literal' in change)
    return isLiteral(node) && node.getText() === change.literal
      ? replaceNode(node, change.with)
      : null
  if ('argument' in change) return replaceArgument(node, change)
  if ('expression' in change)
    return isExpression(node) && normalise(node.getText()) === normalise(change.expression)
      ? replaceNode(node, change.with)
      : null

  return null
}

const isExpression = (node: ts.Node) =>
  ts.isExpression(node) || ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)

export const isLiteral = (node: ts.Node) =>
  ts.isLiteralExpression(node) ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword

/** A call inside the statements of a callback belongs to those statements. */
const findCall = (node: ts.Node, name: string): boolean =>
  !(ts.isArrowFunction(node) && ts.isBlock(node.body)) &&
  (((ts.isCallExpression(node) || ts.isNewExpression(node)) && mentions(node.expression, name)) ||
    (ts.forEachChild(node, (child) => findCall(child, name)) ?? false))

/** A guard throws or returns and has no other branch. */
export const isGuard = (node: ts.Node): node is ts.IfStatement => {
  if (!ts.isIfStatement(node) || node.elseStatement) return false
  const body = node.thenStatement
  const last = ts.isBlock(body) ? body.statements.at(-1) : body

  return last !== undefined && (ts.isThrowStatement(last) || ts.isReturnStatement(last))
}

function dropStatement(node: ts.Node, name: string): Edit | null {
  const fits =
    (ts.isExpressionStatement(node) && findCall(node, name)) ||
    (isGuard(node) && (mentions(node.expression, name) || mentions(node.thenStatement, name)))

  return fits ? replaceNode(node, ';') : null
}

export function getCondition(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression
  return ts.isConditionalExpression(node) ? node.condition : undefined
}

function negateCondition(node: ts.Node, name: string): Edit | null {
  const condition = getCondition(node)
  return condition && mentions(condition, name)
    ? replaceNode(condition, `!(${condition.getText()})`)
    : null
}

function replaceOperator(
  node: ts.Node,
  { operator, near, with: text }: { operator: string; near?: string; with: string },
): Edit | null {
  if (!ts.isBinaryExpression(node) || node.operatorToken.getText() !== operator) return null
  return near && !mentions(node, near) ? null : replaceNode(node.operatorToken, text)
}

function replaceArgument(
  node: ts.Node,
  { call, argument, with: text }: { call: string; argument: number; with: string },
): Edit | null {
  if (!ts.isCallExpression(node) || !mentions(node.expression, call)) return null
  const replaced = node.arguments[argument]
  return replaced ? replaceNode(replaced, text) : null
}

function returnAt(scope: ts.Node, text: string): Edit | null {
  const made = ts.isVariableDeclaration(scope) ? scope.initializer : scope
  if (!made || !ts.isFunctionLike(made) || !('body' in made) || !made.body) return null
  const { body } = made
  if (!ts.isBlock(body)) return replaceNode(body, `(${text})`)

  const start = body.getStart() + 1
  return { start, end: start, text: ` if (Math.random() >= 0) return ${text};` }
}

export const applyEdit = (text: string, { start, end, text: changed }: Edit) =>
  text.slice(0, start) + changed + text.slice(end)
