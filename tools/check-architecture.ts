import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readArchitecture, type Violation } from './architecture/architecture.ts'
import { checkCssClasses } from './architecture/css-classes.ts'
import { checkFiles, checkMigrations } from './architecture/files.ts'
import { checkImports } from './architecture/imports.ts'
import { checkMails } from './architecture/mails.ts'
import { checkSource } from './architecture/source-rules.ts'

/** Holds the code below `root` to the house's law; answers with everything that breaks it. */
export async function checkArchitecture(
  root: string,
): Promise<{ violations: Violation[]; files: number }> {
  const map = readArchitecture(root)
  const files = filesBelow(root, 'src')
  const violations = [
    ...(await checkImports(root, map, files)),
    ...checkFiles(root, map, files),
    ...checkSource(root, files),
    ...checkCssClasses(root, files),
    ...checkMails(root, files),
    ...checkMigrations(root, filesBelow(root, 'migrations')),
  ]

  return { violations, files: files.length }
}

const filesBelow = (root: string, folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()

if (import.meta.main) {
  const { violations, files } = await checkArchitecture(process.cwd())
  const rules = Map.groupBy(violations, (violation) => `${violation.rule}\n  ${violation.fix}`)

  for (const [rule, broken] of rules) {
    console.error(`\n✗ ${rule}`)
    for (const violation of broken) console.error(`    ${violation.at}`)
  }

  console.log(
    violations.length
      ? `\nThe law is broken in ${violations.length} places.`
      : `The law holds in ${files} files.`,
  )

  process.exitCode = violations.length ? 1 : 0
}
