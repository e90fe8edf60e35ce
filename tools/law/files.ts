import { readFileSync } from 'node:fs'
import { basename, join, matchesGlob } from 'node:path'
import type { Architecture, Violation } from './architecture.ts'

const README_LINES = 60
const FILE_LINES = 400
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(module|test|server|client))?\.(tsx?|css)$/
/** How React Router names what it looks for. */
const ROUTER_FILES = ['src/entry.client.tsx', 'src/entry.server.tsx']

/** Holds names, places, sizes and companions: what can be seen without reading the code. */
export function lawOfFiles(root: string, map: Architecture, files: string[]): Violation[] {
  return [
    ...files.flatMap((file) => [
      ...vocabularyOf(map, file),
      ...nameOf(file),
      ...sizeOf(root, file),
    ]),
    ...modulesOf(files).flatMap((name) => [...floorOf(map, name), ...readmeOf(root, files, name)]),
    ...files.filter(isCommand).flatMap((file) => companionOf(files, file)),
  ]
}

export const migrationsLaw = (root: string, files: string[]): Violation[] => [
  ...clocksIn(root, files),
  ...weakDigestsIn(root, files),
]

const WEAK_DIGEST = /\bmd5\s*\(|\bdigest\s*\([^)]*'(md5|sha1)'|\bcrypt\s*\(/i

/** A violation for each line that says what it may not. */
const linesSaying = (
  root: string,
  files: string[],
  said: RegExp,
  rule: string,
  mend: string,
): Violation[] =>
  files.flatMap((file) =>
    linesOf(root, file).flatMap((line, index) =>
      said.test(line) ? [{ rule, at: `${file}:${index + 1}`, mend }] : [],
    ),
  )

const weakDigestsIn = (root: string, files: string[]) =>
  linesSaying(
    root,
    files,
    WEAK_DIGEST,
    'approved digests',
    'what holds books, files and statements together is sha256(…)',
  )

const CLOCK =
  /default\s+\(?\s*(now\s*\(|current_(timestamp|date|time)\b|(clock|statement|transaction)_timestamp|localtime)/i

const clocksIn = (root: string, files: string[]) =>
  linesSaying(
    root,
    files.filter((file) => Number(basename(file).slice(0, 3)) >= 4),
    CLOCK,
    'time is a parameter',
    'drop the DEFAULT and pass app.clock.now() or app.clock.today(): a seeded story keeps ' +
      'its dates',
  )

const isCommand = (file: string) =>
  /^src\/modules\/[^/]+\/commands\/[^/]+\.ts$/.test(file) && !file.endsWith('.test.ts')
const modulesOf = (files: string[]) => [
  ...new Set(files.flatMap((file) => /^src\/modules\/([^/]+)\//.exec(file)?.[1] ?? [])),
]
const linesOf = (root: string, file: string) => readFileSync(join(root, file), 'utf8').split('\n')

function vocabularyOf(map: Architecture, file: string): Violation[] {
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
          mend:
            `a module holds ${map.vocabulary.map((word) => word.name).join(', ')}, and a test ` +
            'beside what it tests; nothing else',
        },
      ]
}

function nameOf(file: string): Violation[] {
  const name = basename(file)
  if (name === 'README.md' || name.endsWith('.d.ts') || ROUTER_FILES.includes(file)) return []
  if (/\.(tsx?|css)$/.test(name) && !KEBAB.test(name))
    return [{ rule: 'kebab-case', at: file, mend: 'name it in lower case with hyphens' }]

  if (isCommand(file) && !name.includes('-'))
    return [
      {
        rule: 'verb-noun',
        at: file,
        mend: 'name the command verb-noun, such as confirm-deposit.ts',
      },
    ]

  return []
}

function sizeOf(root: string, file: string): Violation[] {
  if (!/\.(tsx?|css)$/.test(file)) return []

  const lines = linesOf(root, file)
  const reasoned = lines.slice(0, 5).some((line) => line.includes('Long because'))

  return lines.length - 1 > FILE_LINES && !reasoned
    ? [
        {
          rule: 'size of a file',
          at: `${file} (${lines.length - 1} lines)`,
          mend:
            `over ${FILE_LINES} lines: divide it by what changes together, or begin it with a ` +
            `comment 'Long because …'`,
        },
      ]
    : []
}

function floorOf(map: Architecture, name: string): Violation[] {
  return map.floors.flat().includes(name)
    ? []
    : [
        {
          rule: 'every module has a floor',
          at: `src/modules/${name}`,
          mend: 'give it a floor in architecture.cjs, and write down why in docs/decisions',
        },
      ]
}

function readmeOf(root: string, files: string[], name: string): Violation[] {
  const readme = `src/modules/${name}/README.md`
  if (!files.includes(readme))
    return [
      {
        rule: 'README',
        at: readme,
        mend: 'write it: what the module is, states, invariants, where to start',
      },
    ]

  const lines = linesOf(root, readme).length - 1

  return lines > README_LINES
    ? [
        {
          rule: 'README',
          at: `${readme} (${lines} lines)`,
          mend: `at most ${README_LINES}: leave what the code says to the code`,
        },
      ]
    : []
}

function companionOf(files: string[], file: string): Violation[] {
  return files.includes(file.replace(/\.ts$/, '.test.ts'))
    ? []
    : [
        {
          rule: 'each command has a test beside it',
          at: file,
          mend: 'write <verb-noun>.test.ts beside it: the success, and each refusal',
        },
      ]
}
