import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readArchitecture, type Violation } from './architecture/architecture.ts'
import { checkCssClasses } from './architecture/css-classes.ts'
import { checkDatabase } from './architecture/database.ts'
import { checkFiles } from './architecture/files.ts'
import { checkFunctionNames } from './architecture/function-names.ts'
import { checkImports } from './architecture/imports.ts'
import { checkLayout } from './architecture/layout.ts'
import { checkMails } from './architecture/mails.ts'
import { checkMigrations } from './architecture/migrations.ts'
import { checkWords, listOtherFiles } from './architecture/plain-words.ts'
import { readSource, type Source } from './architecture/source.ts'
import { checkSource } from './architecture/source-rules.ts'

/** Returns every violation of the architecture rules below `root`, and how many files were read. */
export async function checkArchitecture(
  root: string,
): Promise<{ violations: Violation[]; files: number }> {
  const map = readArchitecture(root)
  const files = listFiles(root, 'src')
  const sql = listFiles(root, 'db')
  const violations = [
    ...(await checkImports(root, map, files)),
    ...checkFiles(root, map, files),
    ...checkCssClasses(root, files),
    ...checkMails(root, files),
    ...checkDatabase(root, sql),
    ...checkMigrations(root, sql),
    ...[...files, ...listOtherFiles(root)].flatMap((file) => checkFile(readSource(root, file))),
  ]

  return { violations, files: files.length }
}

/** Holds one file to the rules that read its syntax, which is parsed once for all of them. */
const checkFile = (source: Source) => [
  ...checkLayout(source),
  ...checkSource(source),
  ...checkFunctionNames(source),
  ...checkWords(source),
]

const listFiles = (root: string, folder: string) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort()
    : []

async function main() {
  const { violations, files } = await checkArchitecture(process.cwd())
  const rules = Map.groupBy(violations, (violation) => `${violation.rule}\n  ${violation.fix}`)

  for (const [rule, broken] of rules) {
    console.error(`\n✗ ${rule}`)
    for (const violation of broken) console.error(`    ${violation.at}`)
  }

  console.log(
    violations.length
      ? `\n${violations.length} violations of the architecture rules.`
      : `No violation of the architecture rules in ${files} files.`,
  )

  process.exitCode = violations.length ? 1 : 0
}

if (import.meta.main) await main()
