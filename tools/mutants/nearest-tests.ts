import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSymbols, parseSource } from './change.ts'

const MAX_TESTS = 6
const WORD = /[A-Za-z_]\w*/g

type TopLevel = { name: string; words: ReadonlySet<string> }

type Project = {
  texts: ReadonlyMap<string, string>
  filesOfWord: ReadonlyMap<string, readonly string[]>
  /** The top level of the files that were asked for. */
  symbols: Map<string, readonly TopLevel[]>
}

/** Names of one file that lead to the symbol. */
type Place = { file: string; names: ReadonlySet<string> }

const projects = new Map<string, Project>()
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const getOwnTest = (file: string) => file.replace(/\.tsx?$/, '.test.ts')

/**
 * Returns up to six tests that reach a symbol, the nearest first: the test beside its file, tests
 * that name it, tests beside the files that name it, then those of what uses these.
 */
export function findNearestTests(root: string, file: string, symbol: string): string[] {
  const project = readProject(root)
  const visited = new Set([file])
  const tests = new Set<string>()
  if (project.texts.has(getOwnTest(file))) tests.add(getOwnTest(file))

  let places: Place[] = [{ file, names: collectUsers(project, file, new Set([symbol])) }]
  while (places.length > 0 && tests.size < MAX_TESTS) {
    const users = places
      .flatMap((place) => listUsers(project, place))
      .filter((user) => !visited.has(user.file))
    for (const { file: user } of users) visited.add(user)

    for (const { file: user } of users) if (isTest(user)) tests.add(user)
    for (const { file: user } of users)
      if (project.texts.has(getOwnTest(user))) tests.add(getOwnTest(user))
    places = users.filter((user) => !isTest(user.file))
  }

  return [...tests].slice(0, MAX_TESTS)
}

/** Reads the code and its tests once. */
function readProject(root: string): Project {
  const known = projects.get(root)
  if (known) return known

  const files = globSync('{src,tests}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  }).sort()
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const filesOfWord = new Map<string, string[]>()

  for (const [file, text] of texts)
    for (const word of new Set(text.match(WORD))) {
      const files = filesOfWord.get(word) ?? []
      filesOfWord.set(word, files)
      files.push(file)
    }

  const project = { texts, filesOfWord, symbols: new Map() }
  projects.set(root, project)
  return project
}

/** Returns the files that name one of a place's names, those of its own module first. */
function listUsers(project: Project, { file, names }: Place): Place[] {
  const home = /^src\/(?:modules\/)?[^/]+\//.exec(file)?.[0] ?? file
  const entry = home.replace('src/', '')
  const files = [...names].flatMap((name) => project.filesOfWord.get(name) ?? [])
  const near = files.filter((one) => one.startsWith(home))
  const far = files.filter(
    (one) => !one.startsWith(home) && project.texts.get(one)?.includes(entry),
  )

  return [...new Set([...near, ...far])]
    .filter((one) => one !== file)
    .map((one) => ({ file: one, names: collectUsers(project, one, names) }))
}

/** Returns the names and those of the top level of a file that use them, however indirectly. */
function collectUsers(
  project: Project,
  file: string,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const symbols = readSymbols(project, file)
  const users = new Set(names)

  for (let size = 0; size !== users.size; ) {
    size = users.size
    for (const { name, words } of symbols)
      if ([...users].some((user) => words.has(user))) users.add(name)
  }

  return users
}

function readSymbols({ texts, symbols }: Project, file: string): readonly TopLevel[] {
  const known = symbols.get(file)
  if (known) return known

  const own = listSymbols(parseSource(file, texts.get(file) ?? '')).map(({ name, node }) => ({
    name,
    words: new Set(node.getText().match(WORD)),
  }))
  symbols.set(file, own)
  return own
}
