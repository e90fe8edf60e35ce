import { basename } from 'node:path'
import ts from 'typescript'
import { ROLES } from '../../src/lib/roles.ts'
import type { Violation } from './architecture.ts'
import { DANGERS } from './dangers.ts'
import type { RuleName } from './rules.ts'
import { CHECKS_OF_SECURITY } from './security.ts'
import type { Source } from './source.ts'
import { isTest } from './syntax.ts'

const FUNCTION_LINES = 70

export type Check = {
  rule: RuleName
  fix: string
  skips(file: string): boolean
  finds(node: ts.Node, file: ts.SourceFile): boolean
}

/** Holds the syntax of a file of src to the rules that imports can't show. */
export const checkSource = (source: Source): Violation[] =>
  /^src\/.*\.tsx?$/.test(source.file) && !source.file.endsWith('.d.ts')
    ? [...walk(source.syntax, source.file), ...checkComments(source)]
    : []

function walk(source: ts.SourceFile, file: string): Violation[] {
  const checks = CHECKS.filter((check) => !check.skips(file))
  const found: Violation[] = splitWords(basename(file).replace(/\..*$/, '')).some(isEmptyWord)
    ? [{ rule: 'names say something', at: file, fix: EMPTY_WORDS_FIX }]
    : []
  const visit = (node: ts.Node) => {
    for (const check of checks)
      if (check.finds(node, source))
        found.push({ rule: check.rule, at: formatLocation(source, node), fix: check.fix })
    ts.forEachChild(node, visit)
  }

  visit(source)

  return found
}

const formatLocation = (source: ts.SourceFile, node: ts.Node) =>
  `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`

const splitWords = (name: string) =>
  name.split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())
const EMPTY_WORDS = ['manager', 'helper', 'helpers', 'util', 'utils']
const EMPTY_WORDS_FIX = `name its purpose: ${EMPTY_WORDS.join(', ')} could hold anything`
const isEmptyWord = (word: string) => EMPTY_WORDS.includes(word)

const MONEY =
  /(^|[a-z_])(amount|balance|cents|fee|fees|principal|payout|profit|income|credited|debited|interest)$/i
const readsMoney = (name: string) => MONEY.test(name)

const isNumberType = (type: ts.TypeNode | undefined): boolean =>
  type !== undefined &&
  (type.kind === ts.SyntaxKind.NumberKeyword ||
    (ts.isUnionTypeNode(type) && type.types.some(isNumberType)) ||
    (ts.isArrayTypeNode(type) && isNumberType(type.elementType)))

/** The names that an expression reads: `withdrawal.amount` is `amount`. */
const lastName = (node: ts.Node | undefined): string => {
  if (!node) return ''
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node))
    return lastName(node.expression)
  return ''
}

const nameText = (node: ts.Node & { name?: ts.Node }): string =>
  node.name && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) ? node.name.text : ''

function isNumericMoney(node: ts.Node): boolean {
  const typed =
    ts.isParameter(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isVariableDeclaration(node)
  if (typed) return readsMoney(nameText(node)) && isNumberType(node.type)

  if (ts.isPropertyAssignment(node))
    return (
      readsMoney(nameText(node)) &&
      /^z\s*\.\s*(coerce\s*\.\s*)?(number|int)\b/.test(node.initializer.getText())
    )

  if (!ts.isCallExpression(node)) return false

  return (
    /^(Number|parseFloat|parseInt|Number\.parse\w+)$/.test(node.expression.getText()) &&
    readsMoney(lastName(node.arguments[0]))
  )
}

const isFunction = (node: ts.Node) =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node)

function isLong(node: ts.Node, source: ts.SourceFile) {
  if (!isFunction(node)) return false

  const first = source.getLineAndCharacterOfPosition(node.getStart()).line
  const last = source.getLineAndCharacterOfPosition(node.getEnd()).line
  if (last - first + 1 <= FUNCTION_LINES) return false

  const before = source.text.slice(Math.max(0, node.getFullStart() - 400), node.getStart())
  return !before.includes('Long because')
}

const isExported = (node: ts.Node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some((one) => one.kind === ts.SyntaxKind.ExportKeyword)

function listExportedNames(node: ts.Node): string[] {
  if (ts.isVariableStatement(node) && isExported(node))
    return node.declarationList.declarations
      .map((one) => nameText(one))
      .filter((name) => name !== '')

  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node)

  return named && isExported(node) && node.name ? [node.name.text] : []
}

const isExportedFunction = (node: ts.Node) =>
  isExported(node) &&
  (ts.isFunctionDeclaration(node) ||
    (ts.isVariableStatement(node) &&
      node.declarationList.declarations.some(
        (one) => one.initializer && isFunction(one.initializer),
      )))

const isWrite = (node: ts.Node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'].includes(node.expression.name.text)

const isSql = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText())

const isRole = (node: ts.Node | undefined) =>
  node !== undefined && ts.isStringLiteral(node) && ROLES.some((role) => role === node.text)

/** A list of roles, or a role compared with one by name. */
const listsRoles = (node: ts.Node) =>
  (ts.isArrayLiteralExpression(node) &&
    node.elements.some(isRole) &&
    node.elements.every((element) => isRole(element) || ts.isSpreadElement(element))) ||
  (ts.isBinaryExpression(node) && lastName(node.left) === 'role' && isRole(node.right))

/** A call of the staff whose roles are anything but none or those of an act. */
const declaresRoles = (node: ts.Node) =>
  ts.isCallExpression(node) &&
  /^admin(Money)?$/.test(node.expression.getText()) &&
  /\/contract(\/[^/]+)?\.ts$/.test(node.getSourceFile().fileName) &&
  node.arguments.some(
    (argument) => !/^\.\.\.get(Permitted|Deciding)Roles\('[^']+'\)$/.test(argument.getText()),
  )

function listParameters(node: ts.Node): readonly ts.ParameterDeclaration[] {
  if (ts.isFunctionDeclaration(node)) return node.parameters
  if (!ts.isVariableStatement(node)) return []
  return node.declarationList.declarations.flatMap(({ initializer }) =>
    initializer && isFunction(initializer) ? [...initializer.parameters] : [],
  )
}

const takesStaff = (node: ts.Node) =>
  listParameters(node).some(({ type }) => /\b(Admin|Staff)\b/.test(type?.getText() ?? ''))

const CHECKS: Check[] = [
  {
    rule: 'two clocks',
    fix:
      'take app.clock.now() (real) or app.clock.today() (business date); in a browser take the ' +
      'time from what the server sent',
    skips: (file) => file === 'src/platform/clock.ts' || isTest(file),
    finds: (node) =>
      (ts.isNewExpression(node) &&
        node.expression.getText() === 'Date' &&
        !node.arguments?.length) ||
      (ts.isPropertyAccessExpression(node) && node.getText() === 'Date.now'),
  },
  {
    rule: 'one reader of the environment',
    fix: 'add the setting to src/platform/config.ts with a sentence and take it from app.config',
    skips: (file) => file === 'src/platform/config.ts' || isTest(file),
    finds: (node) => ts.isPropertyAccessExpression(node) && node.getText() === 'process.env',
  },
  {
    rule: 'amounts are bigint',
    fix: 'type it bigint (cents) and use #lib/money.ts: a JavaScript number loses cents',
    skips: isTest,
    finds: isNumericMoney,
  },
  {
    rule: 'size of a function',
    fix:
      `over ${FUNCTION_LINES} lines: give its steps names, or say 'Long because …' in a ` +
      'comment above it',
    skips: isTest,
    finds: isLong,
  },
  {
    rule: 'named exports',
    fix:
      'export it by name; only screens, layouts, routes and the root have a default, because ' +
      'the router asks for it',
    skips: (file) =>
      /\/screens\/|^src\/web\/|^src\/(root|routes|entry\.\w+|server)\.tsx?$|\/routes\.ts$/.test(
        file,
      ),
    finds: (node) =>
      ts.isExportAssignment(node) ||
      (isExported(node) &&
        ts.canHaveModifiers(node) &&
        (ts.getModifiers(node) ?? []).some((one) => one.kind === ts.SyntaxKind.DefaultKeyword)),
  },
  {
    rule: 'names say something',
    fix: EMPTY_WORDS_FIX,
    // pictures are called what they show
    skips: (file) => isTest(file) || file === 'src/ui/icons.ts',
    finds: (node) => listExportedNames(node).some((name) => splitWords(name).some(isEmptyWord)),
  },
  {
    rule: 'public functions have a doc comment',
    fix: 'write a doc comment: what it does, its units and errors',
    skips: (file) =>
      isTest(file) || !/^src\/modules\/[^/]+\/(queries\.ts$|commands\/|steps\/)/.test(file),
    finds: (node) => isExportedFunction(node) && ts.getJSDocCommentsAndTags(node).length === 0,
  },
  {
    rule: 'permissions are listed in one table',
    fix:
      "call getPermittedRoles('…'), getDecidingRoles('…') or assertPermitted of " +
      'src/modules/approvals/model.ts: another list of roles is not checked against the contract',
    skips: (file) =>
      isTest(file) ||
      !/^src\/(modules|web)\//.test(file) ||
      file === 'src/modules/approvals/model.ts',
    finds: (node) => listsRoles(node) || declaresRoles(node),
  },
  {
    rule: 'staff commands check a permission first',
    fix:
      "begin with assertPermitted(admin, '…'): a command may be reached by another way than its " +
      'call',
    skips: (file) => isTest(file) || !/^src\/modules\/[^/]+\/commands\//.test(file),
    finds: (node) =>
      isExportedFunction(node) &&
      takesStaff(node) &&
      !/\bassert(?:Permitted|May(?!Withdraw)\w*)\(/.test(node.getText()),
  },
  {
    rule: 'queries only read',
    fix: 'code that writes is a step or a command',
    skips: (file) =>
      isTest(file) || !/^src\/modules\/[^/]+\/(queries(\.ts$|\/)|presenters\/)/.test(file),
    finds: (node) =>
      isWrite(node) ||
      (isSql(node) && /^\W*(insert|update|delete|merge)\b/i.test(node.template.getText())),
  },
  {
    rule: 'time is a parameter',
    fix: "give SQL the time as a parameter (app.clock): the database clock isn't the business date",
    skips: (file) => isTest(file) || !/^src\/(modules|web)\//.test(file),
    finds: (node) =>
      isSql(node) &&
      /\bnow\(\)|\bcurrent_(timestamp|date|time)\b|\bclock_timestamp\(/i.test(
        withoutValues(node.template),
      ),
  },
  ...CHECKS_OF_SECURITY,
  ...DANGERS,
]

const withoutValues = (template: ts.TemplateLiteral) =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : [template.head.text, ...template.templateSpans.map((span) => span.literal.text)].join('$')

/** Comments say why, or promise; they hold no plan and no drawing. */
function checkComments({ file, text }: Source): Violation[] {
  const found: Violation[] = []
  text.split('\n').forEach((line, index) => {
    const comment = /(?:^|\s)(?:\/\/|\/\*+|\*)\s?(.*)$/.exec(line)?.[1] ?? ''
    const unfinished = /\b(TODO|FIXME|XXX|HACK)\b/.test(comment)

    if (unfinished || /([=\-*#~─])\1{5,}/.test(comment))
      found.push({
        rule: 'comments say why',
        at: `${file}:${index + 1}`,
        fix: unfinished
          ? 'do it now, or open an issue'
          : 'no banners: a file that needs them wants dividing',
      })
  })

  return found
}
