import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import type { Violation } from './architecture.ts'

/**
 * Every mail that is queued has words, and every worded mail is queued: at run time only the job
 * would notice.
 */
export function checkMails(root: string, files: string[]): Violation[] {
  const worded = new Map(
    files
      .filter((file) => /\/emails\/[^/]+\.tsx$/.test(file))
      .map((file) => [basename(file, '.tsx'), file]),
  )

  const queued = files
    .filter(
      (file) => /^src\/modules\/.*\.ts$/.test(file) && !/\.test\.ts$|\/testing\.ts$/.test(file),
    )
    .flatMap((file) => listQueuedMails(root, file))

  const wordless = queued.filter(({ name }) => !worded.has(name))
  const names = new Set(queued.map(({ name }) => name))
  const idle = [...worded].filter(([name]) => !names.has(name))

  return [
    ...wordless.map(({ name, at }) => ({
      rule: 'every mail has words',
      at: `${at} queues ${name}`,
      fix:
        'write emails/<template>.tsx in the module that queues it (see ' +
        'src/modules/notifications/README.md)',
    })),
    ...idle.map(([, file]) => ({
      rule: 'every worded mail is queued',
      at: file,
      fix: 'queue it by notify(…), or delete it',
    })),
  ]
}

/**
 * Template names given to `notify` or `notifyEach`, and those of a type called …Mail that stands
 * for them.
 */
function listQueuedMails(root: string, file: string): { name: string; at: string }[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (!/notify(Each)?\(|Mail =/.test(text)) return []

  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: { name: string; at: string }[] = []
  const note = (node: ts.Node | undefined) => {
    if (node && ts.isStringLiteral(node))
      found.push({
        name: node.text,
        at: `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
      })
  }

  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && /^notify(Each)?$/.test(node.expression.getText()))
      note(node.arguments[3])

    if (
      ts.isTypeAliasDeclaration(node) &&
      node.name.text.endsWith('Mail') &&
      ts.isUnionTypeNode(node.type)
    )
      for (const one of node.type.types) if (ts.isLiteralTypeNode(one)) note(one.literal)

    ts.forEachChild(node, visit)
  }

  visit(source)

  return found
}
