import * as fs from 'node:fs'
import { dirname, join } from 'node:path'

/** The commands that a release has. */
export const COMMANDS = [
  'start',
  'web',
  'worker',
  'migrate',
  'create-admin',
  'reset-admin',
  'reset-admin-keys',
  'export',
  'verify',
  'doctor',
  'go-live',
  'backup',
  'restore',
  'copy-files',
  'check-release',
]

/** A program that runs without the rest: auditors copy it. */
const STANDALONE = ['scripts/check-rows.mjs']

const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^'"]*?\bfrom\s+)?'([^']+)'/gm
const CALL = /\b(?:import|resolve)\(\s*['`]([^'`$]+)['`$]/g

/**
 * Returns the source files that the commands of a release load, and the packages that these import.
 * What the build contains isn't among them.
 * @param {string} root
 */
export function traceSources(root) {
  const { imports } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8'))
  const waiting = [...COMMANDS.map((name) => `scripts/${name}.js`), ...STANDALONE]
  /** @type {Set<string>} */
  const files = new Set()
  /** @type {Set<string>} */
  const packages = new Set()

  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)

    for (const name of listImports(join(root, file))) {
      const path = resolveImport(name, file, imports)
      if (path) waiting.push(path)
      else if (!name.startsWith('node:')) packages.add(getPackageName(name))
    }
  }

  return { files: [...files].sort(), packages: [...packages].sort() }
}

/**
 * Returns the imports of a file that remain when its types are removed.
 * @param {string} path
 */
function listImports(path) {
  if (!/\.(js|mjs|ts)$/.test(path)) return []

  const text = fs
    .readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')

  return [IMPORT, CALL]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
    .filter((name) => /^[#@a-z.]/.test(name) && !name.endsWith('/'))
}

/**
 * Returns the path of a file of the project; undefined for a package.
 * @param {string} name
 * @param {string} from
 * @param {Record<string, string>} imports of package.json
 */
function resolveImport(name, from, imports) {
  if (name.startsWith('.')) return join(dirname(from), name)
  if (!name.startsWith('#')) return undefined

  const [prefix] = name.split('/')
  return join(imports[`${prefix}/*`]?.replace('*', '') ?? '', name.slice(`${prefix}/`.length))
}

/** @param {string} name */
export const getPackageName = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
