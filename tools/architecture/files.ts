import { readFileSync } from 'node:fs'
import { basename, join, matchesGlob } from 'node:path'
import type { Architecture, Violation } from './architecture.ts'

const README_LINES = 60
const FILE_LINES = 400
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(module|test|server|client))?\.(tsx?|css)$/
/** How React Router names what it looks for. */
const ROUTER_FILES = ['src/entry.client.tsx', 'src/entry.server.tsx']

/** Holds names, places, sizes and companions: what can be seen without reading the code. */
export function checkFiles(root: string, map: Architecture, files: string[]): Violation[] {
  return [
    ...files.flatMap((file) => [
      ...checkVocabulary(map, file),
      ...checkName(file),
      ...checkSize(root, file),
    ]),
    ...listModules(files).flatMap((name) => [
      ...checkLayer(map, name),
      ...checkReadme(root, files, name),
    ]),
    ...files.filter(isCommand).flatMap((file) => checkCompanion(files, file)),
  ]
}

const isCommand = (file: string) =>
  /^src\/modules\/[^/]+\/commands\/[^/]+\.ts$/.test(file) && !file.endsWith('.test.ts')
const listModules = (files: string[]) => [
  ...new Set(files.flatMap((file) => /^src\/modules\/([^/]+)\//.exec(file)?.[1] ?? [])),
]
const readLines = (root: string, file: string) => readFileSync(join(root, file), 'utf8').split('\n')

function checkVocabulary(map: Architecture, file: string): Violation[] {
  const inside = /^src\/modules\/[^/]+\/(.+)$/.exec(file)?.[1]
  if (!inside) return []

  const tested = inside.replace(/\.test\.tsx?$/, '')
  const names = inside === tested ? [inside] : [`${tested}.ts`, `${tested}.tsx`]
  const known = map.vocabulary.some((word) => names.some((name) => matchesGlob(name, word.name)))

  return known
    ? []
    : [
        {
          rule: 'closed vocabulary',
          at: file,
          fix:
            `a module holds ${map.vocabulary.map((word) => word.name).join(', ')}, and a test ` +
            'beside what it tests; nothing else',
        },
      ]
}

function checkName(file: string): Violation[] {
  const name = basename(file)
  if (name === 'README.md' || name.endsWith('.d.ts') || ROUTER_FILES.includes(file)) return []
  if (/\.(tsx?|css)$/.test(name) && !KEBAB.test(name))
    return [{ rule: 'kebab-case', at: file, fix: 'name it in lower case with hyphens' }]

  if (isCommand(file) && !name.includes('-'))
    return [
      {
        rule: 'verb-noun',
        at: file,
        fix: 'name the command verb-noun, such as confirm-deposit.ts',
      },
    ]

  return []
}

function checkSize(root: string, file: string): Violation[] {
  if (!/\.(tsx?|css)$/.test(file)) return []

  const lines = readLines(root, file)
  const reasoned = lines.slice(0, 5).some((line) => line.includes('Long because'))

  return lines.length - 1 > FILE_LINES && !reasoned
    ? [
        {
          rule: 'size of a file',
          at: `${file} (${lines.length - 1} lines)`,
          fix:
            `over ${FILE_LINES} lines: divide it by what changes together, or begin it with a ` +
            `comment 'Long because …'`,
        },
      ]
    : []
}

function checkLayer(map: Architecture, name: string): Violation[] {
  return map.layers.flat().includes(name)
    ? []
    : [
        {
          rule: 'every module has a layer',
          at: `src/modules/${name}`,
          fix: 'give it a layer in architecture.cjs, and write down why in docs/decisions',
        },
      ]
}

function checkReadme(root: string, files: string[], name: string): Violation[] {
  const readme = `src/modules/${name}/README.md`
  if (!files.includes(readme))
    return [
      {
        rule: 'README',
        at: readme,
        fix: 'write it: what the module is, states, invariants, where to start',
      },
    ]

  const lines = readLines(root, readme).length - 1

  return lines > README_LINES
    ? [
        {
          rule: 'README',
          at: `${readme} (${lines} lines)`,
          fix: `at most ${README_LINES}: leave what the code says to the code`,
        },
      ]
    : []
}

function checkCompanion(files: string[], file: string): Violation[] {
  return files.includes(file.replace(/\.ts$/, '.test.ts'))
    ? []
    : [
        {
          rule: 'each command has a test beside it',
          at: file,
          fix: 'write <verb-noun>.test.ts beside it: the success, and each refusal',
        },
      ]
}
