import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A file of the project, with its syntax parsed once for all rules. */
export type Source = { file: string; text: string; readonly syntax: ts.SourceFile }

/** Reads a file of the project by its path from the root. */
export const readSource = (root: string, file: string): Source =>
  createSource(file, readFileSync(join(root, file), 'utf8'))

/** Returns a source that is parsed when a rule first reads its syntax. */
export function createSource(file: string, text: string): Source {
  let parsed: ts.SourceFile | undefined

  return {
    file,
    text,
    get syntax() {
      parsed ??= ts.createSourceFile(
        file,
        text,
        ts.ScriptTarget.Latest,
        true,
        file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
      )
      return parsed
    },
  }
}
