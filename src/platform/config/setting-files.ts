import { readFileSync } from 'node:fs'
import { settingsSchema } from './settings.ts'

const SUFFIX = '_FILE'
const FILE_SETTINGS = Object.keys(settingsSchema.shape).filter((name) => name.endsWith(SUFFIX))

type Values = Record<string, string | undefined>

/**
 * Returns the values with those that a file states: `X_FILE` names the file of X. Appends a
 * sentence for each file that can't be used, and never its content.
 */
export function readSettingFiles(values: Values, problems: string[]): Values {
  const found = FILE_SETTINGS.flatMap((name): [string, string][] => {
    const path = values[name]
    if (path === undefined) return []

    const target = name.slice(0, -SUFFIX.length)
    const content = readText(path)

    if (values[target] !== undefined) problems.push(`${name}: ${target} is set too; set one`)
    else if (content === null) problems.push(`${name}: ${path} can't be read`)
    else if (content === '') problems.push(`${name}: ${path} is empty`)
    else return [[target, content]]

    return []
  })

  return { ...values, ...Object.fromEntries(found) }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
