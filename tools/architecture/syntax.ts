import ts from 'typescript'

/** Returns whether a file is a test, or builds what tests need. */
export const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) || file.endsWith('/testing.ts')

let lastNode: ts.Node | undefined
let lastCallee = ''

/** Returns what a call or `new` calls, as it is written; '' for other nodes. */
export function getCallee(node: ts.Node): string {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return ''

  // the rules read one node after another, and the text of a long chain of calls is costly
  if (node !== lastNode) {
    lastNode = node
    lastCallee = node.expression.getText()
  }

  return lastCallee
}

export const getArgument = (node: ts.Node, at = 0): ts.Expression | undefined =>
  ts.isCallExpression(node) || ts.isNewExpression(node) ? node.arguments?.[at] : undefined

/** Returns the text of a literal, '' for other nodes. */
export const getLiteralText = (node: ts.Node | undefined): string =>
  node && ts.isStringLiteralLike(node) ? node.text : ''

/** Returns what a node imports: `import … from`, `import()` and `require()` alike; '' for types. */
export function getImportSource(node: ts.Node): string {
  if (ts.isImportDeclaration(node))
    return node.importClause?.isTypeOnly ? '' : getLiteralText(node.moduleSpecifier)

  return /^(import|require|process\.getBuiltinModule)$/.test(getCallee(node))
    ? getLiteralText(getArgument(node))
    : ''
}
