import ts from 'typescript'
import type { Check } from './source-rules.ts'
import { getArgument, getCallee, getImportSource, isTest } from './syntax.ts'

/** Where a declaration holds: what a text is made of can be followed no further than the file. */
function getScope(one: ts.VariableDeclaration | ts.ParameterDeclaration): ts.Node {
  if (ts.isParameter(one)) return one.parent
  let scope: ts.Node = one.parent.parent
  while (!ts.isBlock(scope) && !ts.isForOfStatement(scope) && !ts.isSourceFile(scope))
    scope = scope.parent
  return scope
}

/**
 * What a name stands for where it is used: the innermost declaration of the file that holds there.
 */
function findDeclaration(
  name: string,
  use: ts.Node,
): ts.VariableDeclaration | ts.ParameterDeclaration | undefined {
  let nearest: { one: ts.VariableDeclaration | ts.ParameterDeclaration; scope: ts.Node } | undefined
  const visit = (node: ts.Node) => {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && node.name.getText() === name) {
      const scope = getScope(node)
      const holds = scope.pos <= use.pos && use.end <= scope.end
      if (holds && (!nearest || scope.pos >= nearest.scope.pos)) nearest = { one: node, scope }
    }

    ts.forEachChild(node, visit)
  }

  visit(use.getSourceFile())

  return nearest?.one
}

/**
 * The function whose parameter this is, and the texts that it is given: in this file, by its name
 * or over a list.
 */
function listPassedArguments(parameter: ts.ParameterDeclaration): (ts.Node | undefined)[] | null {
  const owner = parameter.parent
  const at = owner.parameters.indexOf(parameter)

  if (ts.isCallExpression(owner.parent) && ts.isPropertyAccessExpression(owner.parent.expression)) {
    const { expression, name } = owner.parent.expression
    const listed =
      /^(map|flatMap|forEach)$/.test(name.text) && ts.isArrayLiteralExpression(expression)
    return listed && at === 0 ? [...expression.elements] : null
  }

  const name = ts.isFunctionDeclaration(owner)
    ? owner.name?.text
    : ts.isVariableDeclaration(owner.parent)
      ? owner.parent.name.getText()
      : undefined

  const source = parameter.getSourceFile()
  if (!name || new RegExp(String.raw`\bexport [^\n]*\b${name}\b`).test(source.text)) return null

  const calls: (ts.Node | undefined)[] = []
  const visit = (node: ts.Node) => {
    if (getCallee(node) === name) calls.push(getArgument(node, at))
    ts.forEachChild(node, visit)
  }
  visit(source)

  return calls.length > 0 ? calls : null
}

const isNumeric = (node: ts.CallExpression) => /^(Math\.\w+|Number|BigInt)$/.test(getCallee(node))
const typeOfLiterals = (type: ts.TypeNode | undefined) =>
  type !== undefined && ts.isUnionTypeNode(type) && type.types.every(ts.isLiteralTypeNode)

/** Whether the code contains the whole text: no part of it can come from a request. */
function isOurs(node: ts.Node | undefined, visited: ReadonlySet<ts.Node> = new Set()): boolean {
  if (!node || visited.has(node)) return node !== undefined

  const also = new Set([...visited, node])
  const ours = (part: ts.Node | undefined) => isOurs(part, also)

  if (
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node) ||
    ts.isRegularExpressionLiteral(node)
  )
    return true

  if (ts.isTemplateExpression(node))
    return node.templateSpans.every((span) => ours(span.expression))
  if (ts.isTaggedTemplateExpression(node))
    return node.tag.getText() === 'String.raw' && ours(node.template)
  if (ts.isBinaryExpression(node)) return ours(node.left) && ours(node.right)

  if (ts.isIdentifier(node)) {
    const one = findDeclaration(node.text, node)
    return one ? isOursAsDeclared(one, ours) : /^[A-Z][A-Z0-9_]+$/.test(node.text)
  }
  if (!ts.isCallExpression(node)) return false
  if (isNumeric(node)) return true

  if (
    ts.isPropertyAccessExpression(node.expression) &&
    /^replace(All)?$/.test(node.expression.name.text)
  )
    return ours(node.expression.expression) && node.arguments.every(ours)

  const made = findDeclaration(getCallee(node), node)
  const written = made && ts.isVariableDeclaration(made) ? made.initializer : undefined

  return written !== undefined && ts.isArrowFunction(written) && ours(written.body)
}

function isOursAsDeclared(
  one: ts.VariableDeclaration | ts.ParameterDeclaration,
  ours: (part: ts.Node | undefined) => boolean,
): boolean {
  if (ts.isParameter(one))
    return typeOfLiterals(one.type) || (listPassedArguments(one)?.every(ours) ?? false)

  const around = one.parent.parent
  if (ts.isForOfStatement(around))
    return ts.isArrayLiteralExpression(around.expression) && around.expression.elements.every(ours)
  return (one.parent.flags & ts.NodeFlags.Const) !== 0 && ours(one.initializer)
}

const isLogged = (node: ts.Node) =>
  /(^|\.)log\.(trace|debug|info|warn|error|fatal)$|^console\.\w+$/.test(getCallee(node))
const isJsx = (node: ts.Node): node is ts.JsxOpeningElement | ts.JsxSelfClosingElement =>
  ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)

const HEAD_SCRIPTS = ['{{ __html: themeScript }}', '{{ __html: earlyActionScript }}']
const MARKUP =
  /(^|\.)(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment|srcdoc)$/
const PAST = [
  'applet',
  'embed',
  'object',
  'param',
  'keygen',
  'frameset',
  'frame',
  'marquee',
  'bgsound',
]

/** The sanctions lists are XML. Their reader refuses document types, so no entity is ever defined. */
const OFFICIAL_LISTS = 'src/modules/compliance/adapters/read-elements.ts'

/** Here the migrations are run, the statements that Kysely compiled, and those of the queue. */
const STATEMENTS_OF_OTHERS = [
  'src/platform/db/database-objects.ts',
  'src/platform/db/driver.ts',
  'src/platform/db/sql-files.ts',
  'src/platform/jobs/jobs.ts',
]

/** What makes a text do something: each has one safe way, or none here at all. */
export const DANGERS: Check[] = [
  {
    rule: 'no text becomes code',
    fix:
      'write the code down: the author of the text would run as the server, or as the reader of ' +
      'the page',
    skips: isTest,
    finds: (node) =>
      /^((globalThis|window)\.)?(eval|Function)$/.test(getCallee(node)) ||
      /^(node:)?vm$/.test(getImportSource(node)) ||
      (/^((globalThis|window)\.)?set(Timeout|Interval)$/.test(getCallee(node)) &&
        ts.isStringLiteralLike(getArgument(node) ?? node)),
  },
  {
    rule: 'no command of the system',
    fix:
      'the product starts no program; what has to belongs into scripts/, which takes no ' +
      'requests',
    skips: isTest,
    finds: (node) => /^(node:)?(child_process|cluster)$/.test(getImportSource(node)),
  },
  {
    rule: 'SQL takes texts as parameters',
    fix:
      'put the value into sql`…`, which sends it apart; sql.raw and query() take only what ' +
      'is in the code',
    skips: (file) => isTest(file) || STATEMENTS_OF_OTHERS.includes(file),
    finds: (node) =>
      (getCallee(node) === 'sql.raw' && !isOurs(getArgument(node))) ||
      (/\.query$/.test(getCallee(node)) &&
        getArgument(node) !== undefined &&
        !isOurs(getArgument(node))),
  },
  {
    rule: 'no pattern from a text',
    fix:
      'write the pattern down, or compare texts by includes and startsWith: what a client ' +
      'sends would be run as a pattern',
    skips: isTest,
    finds: (node) =>
      /^((globalThis|window)\.)?RegExp$/.test(getCallee(node)) && !isOurs(getArgument(node)),
  },
  {
    rule: 'no text becomes markup',
    fix:
      'let React show it as text; the only exceptions are the two scripts in the head of ' +
      'src/root.tsx, constants of ours',
    skips: isTest,
    finds: (node) =>
      (ts.isJsxAttribute(node) &&
        node.name.getText() === 'dangerouslySetInnerHTML' &&
        !HEAD_SCRIPTS.includes(node.initializer?.getText() ?? '')) ||
      (ts.isPropertyAssignment(node) && node.name.getText() === 'dangerouslySetInnerHTML') ||
      (ts.isPropertyAccessExpression(node) && MARKUP.test(node.getText())) ||
      /^document\.write(ln)?$/.test(getCallee(node)),
  },
  {
    rule: "a log's sentence is ours",
    fix:
      "log.info({ what }, 'a sentence'): what a client sent is a field, never the sentence, " +
      'and no sentence has gaps to fill',
    skips: isTest,
    finds: (node) => {
      if (!ts.isCallExpression(node) || !isLogged(node)) return false

      const sentence = node.arguments.at(-1)

      return (
        node.arguments.length > 2 ||
        !sentence ||
        !ts.isStringLiteral(sentence) ||
        sentence.text.includes('%')
      )
    },
  },
  {
    rule: 'no parser of markup, no objects out of bytes',
    fix:
      'take JSON by its schema: XML opens files and addresses, and serialised objects bring ' +
      'their kind along',
    skips: (file) => isTest(file) || file === OFFICIAL_LISTS,
    finds: (node) =>
      /^(node:)?v8$|^[^.#].*xml|^(sax|saxes|jsdom|cheerio|htmlparser2|parse5|js-yaml|yaml|serialize-javascript)$/i.test(
        getImportSource(node),
      ) || /^DOMParser$/.test(getCallee(node)),
  },
  {
    rule: 'a page listens to no other window',
    fix: 'read from the server: a message may come from any site that has a hold of the window',
    // the server's own threads, which no window reaches
    skips: (file) =>
      isTest(file) ||
      /^src\/modules\/transparency\/adapters\/(build-slips|slip-worker)\.ts$/.test(file),
    finds: (node) =>
      (/(^|\.)addEventListener$/.test(getCallee(node)) &&
        /^['"`]message(error)?['"`]$/.test(getArgument(node)?.getText() ?? '')) ||
      /(^|\.)postMessage$/.test(getCallee(node)) ||
      (ts.isPropertyAccessExpression(node) && /(^|\.)onmessage$/.test(node.getText())),
  },
  {
    rule: 'nothing of the past in a page',
    fix: 'use what every browser secures today: an <img>, a <video>, a sandboxed <iframe>',
    skips: isTest,
    finds: (node) =>
      (isJsx(node) && PAST.includes(node.tagName.getText())) ||
      (/(^|\.)createElement$/.test(getCallee(node)) &&
        PAST.includes(getArgument(node)?.getText().slice(1, -1) ?? '')) ||
      /^(document\.(domain|execCommand)|.*\.ActiveXObject)$/.test(
        ts.isPropertyAccessExpression(node) ? node.getText() : '',
      ),
  },
]
