import { matchesGlob } from 'node:path'
import {
  cruise,
  type ICruiseResult,
  type IFlattenedRuleSet,
  type IModule,
} from 'dependency-cruiser'
import { type Architecture, getLayerPath, type Violation } from './architecture.ts'
import type { RuleName } from './rules.ts'

type Rule = NonNullable<IFlattenedRuleSet['forbidden']>[number]

const TEST = '^tests/|\\.test\\.tsx?$|/testing\\.ts$'
const TOP = '^src/[^/]+\\.tsx?$|^src/web/'
const MODULE = '^src/modules/([^/]+)/'

/** Reads every import below src and holds it to the layers, the public files and the roles. */
export async function checkImports(
  root: string,
  map: Architecture,
  files: string[],
): Promise<Violation[]> {
  const { modules, summary } = await cruiseSource(root, buildRules(map))
  const own = modules.filter(
    (module) => module.source.startsWith('src/') && /\.tsx?$/.test(module.source),
  )
  const cruisedFiles = new Set(own.map((module) => module.source))
  const unseen = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !cruisedFiles.has(file))

  if (unseen.length)
    return [
      {
        rule: 'the check reads every file',
        at: unseen.slice(0, 3).join(', '),
        fix:
          `${unseen.length} files below src ` +
          "weren't read: run it with typescript 6.0.3 installed, since a check of nothing passes",
      },
    ]

  const broken = summary.violations.map((found) => ({
    rule: found.rule.name as RuleName,
    at: found.from === found.to ? found.from : `${found.from} → ${found.to}`,
    fix: findFix(map, found.rule.name),
  }))

  return [
    ...broken,
    ...findFolderCycles(map, own),
    ...findUnresolved(own),
    ...reaches(map, own),
    ...findUnconnected(own),
  ]
}

async function cruiseSource(root: string, rules: Rule[]) {
  const result = await cruise(['src'], {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rules },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.css', '.json'],
    },
  })

  return result.output as ICruiseResult
}

const allRules = (map: Architecture) => [
  ...buildLayerRules(map),
  ...homeRules(map),
  ...ENTRIES,
  ...ROLES,
]
const buildRules = (map: Architecture): Rule[] => allRules(map).map(({ fix: _, ...rule }) => rule)
const findFix = (map: Architecture, name: string) =>
  allRules(map).find((rule) => rule.name === name)?.fix ?? 'see ARCHITECTURE'

type Mendable = Rule & { name: RuleName; fix: string }

function buildLayerRules(map: Architecture): Mendable[] {
  const [, ...below] = map.layers

  return below.flatMap((layer, index) =>
    layer.map((name) => ({
      name: `imports go down: ${name}`,
      severity: 'error',
      fix:
        `${name} imports lower layers and its own layer only (architecture.cjs). Move the ` +
        `shared piece down, pass it in as a value, or let the caller above combine the two`,
      from: { path: `^${getLayerPath(name)}`, pathNot: TEST },
      to: {
        path: `^(?:${map.layers
          .slice(0, index + 1)
          .flat()
          .map(getLayerPath)
          .join('|')})`,
      },
    })),
  )
}

const homeRules = (map: Architecture): Mendable[] =>
  Object.entries(map.homes).map(([name, home]) => ({
    name: `${name} has one home`,
    severity: 'error',
    fix:
      `${name} is known to ${home.replaceAll('\\', '')} alone (architecture.cjs): give it ` +
      `what you need there, and use that`,
    from: { path: '^src/', pathNot: `^${home}|${TEST}` },
    to: { path: `node_modules/${name}/`, dependencyTypesNot: ['type-only'] },
  }))

const ENTRIES: Mendable[] = [
  {
    name: 'files form no cycle',
    severity: 'error',
    fix: 'move what both need into a third file that imports neither',
    from: {},
    to: { circular: true },
  },
  {
    name: 'modules are entered by their public files',
    severity: 'error',
    fix:
      'import its model, queries, commands, steps, contract or components instead; tables and ' +
      'screens are private to their module',
    from: { path: MODULE },
    to: {
      path: '^src/modules/',
      pathNot:
        '^src/modules/$1/|^src/modules/[^/]+/(?:(?:model|queries|contract|api|jobs|routes|seed|testing)\\.ts|(?:commands|steps|adapters|components|emails)/)',
    },
  },
  {
    name: 'tables are private',
    severity: 'error',
    fix:
      "ask the owning module's queries, or add one there; only its own queries, steps, " +
      'commands and testing know its tables',
    from: { path: '^src/', pathNot: MODULE },
    to: { path: '^src/modules/[^/]+/(?:tables\\.ts|screens/)' },
  },
  {
    name: 'api, jobs, routes and seed are composed in the top layer',
    severity: 'error',
    fix:
      'only server, worker, routes and seed in the top layer import these; call the command ' +
      'or the query itself',
    from: { pathNot: `${TOP}|${TEST}` },
    to: { path: '^src/modules/[^/]+/(?:api|jobs|routes|seed)\\.ts$' },
  },
  {
    name: 'testing is for tests',
    severity: 'error',
    fix:
      'builders in testing.ts are for tests alone; what the product needs belongs in a step ' +
      'or a command',
    from: { pathNot: TEST },
    to: { path: '^src/modules/[^/]+/testing\\.ts$|\\.test\\.tsx?$' },
  },
  {
    name: 'mails are worded by the job',
    severity: 'error',
    fix:
      'queue the mail with notify(…, template, data); worker.ts finds emails/<template>.tsx ' +
      'by its name',
    from: { pathNot: `^src/worker\\.ts$|${TEST}` },
    to: { path: '^src/modules/[^/]+/emails/' },
  },
]

const ROLES: Mendable[] = [
  {
    name: 'models are pure',
    severity: 'error',
    fix:
      'model.ts runs anywhere: it imports lib, other models and small pure packages (zod is ' +
      '90 KB: schemas are in contract.ts); give it what it needs as a parameter',
    from: { path: '^src/modules/[^/]+/model(?:\\.ts$|/)', pathNot: TEST },
    to: {
      path: '.',
      pathNot:
        '^src/lib/|^src/modules/[^/]+/model(?:\\.ts$|/)|node_modules/(?:@noble|@scure|libphonenumber-js|transliteration|double-metaphone)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'lib is pure',
    severity: 'error',
    fix: 'lib imports lib and pure packages; what touches the machine belongs in platform',
    from: { path: '^src/lib/', pathNot: TEST },
    to: { path: '.', pathNot: '^src/lib/|node_modules/(?:@noble|@scure|libphonenumber-js)/' },
  },
  {
    name: 'only steps and commands post to the ledger',
    severity: 'error',
    fix: 'put the posting into a step or a command: listing those lists every way money can move',
    from: { pathNot: `^src/modules/[^/]+/(?:steps|commands)/|${TEST}` },
    to: { path: '^src/modules/ledger/steps/post\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'steps are taken by steps and commands',
    severity: 'error',
    fix: 'a step needs the transaction of a command: call the command, or write one',
    from: { pathNot: `^src/modules/[^/]+/(?:steps|commands)/|${TEST}` },
    to: { path: '^src/modules/[^/]+/steps/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'commands are called from outside',
    severity: 'error',
    fix:
      'a command opens the one transaction, so neither a command nor a step calls one: move ' +
      'the shared code into a step',
    from: { path: '^src/modules/[^/]+/(?:steps|commands|queries|model)', pathNot: TEST },
    to: {
      path: '^src/modules/[^/]+/commands/',
      pathNot: '\\.test\\.tsx?$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'presenters are entered by api.ts',
    severity: 'error',
    fix: 'shape an answer in presenters/ and call it from the API; what others need is a query',
    from: { path: '^src/', pathNot: `^src/modules/[^/]+/(?:api(?:\\.ts$|/)|presenters/)|${TEST}` },
    to: { path: '^src/modules/[^/]+/presenters/' },
  },
  {
    name: 'queries only read',
    severity: 'error',
    fix: 'queries call neither steps nor commands: what changes something is a command of its own',
    from: { path: '^src/modules/[^/]+/(?:queries(?:\\.ts$|/)|presenters/)', pathNot: TEST },
    to: {
      path: '^src/modules/[^/]+/(?:steps|commands)/',
      dependencyTypesNot: ['type-only'],
    },
  },
]

/**
 * Returns one violation for each cycle among the folders of a layer. Files may not form a cycle
 * either, but two modules can depend on each other without one file doing so.
 */
function findFolderCycles(map: Architecture, modules: IModule[]): Violation[] {
  const names = map.layers.slice(1).flat()
  const paths = names.map((name) => [name, new RegExp(`^${getLayerPath(name)}`)] as const)
  const findFolder = (file: string) => paths.find(([, path]) => path.test(file))?.[0]
  const edges = new Map(names.map((name) => [name, new Map<string, string>()]))

  for (const { source, dependencies } of modules) {
    const from = findFolder(source)
    if (!from || new RegExp(TEST).test(source)) continue

    for (const { resolved } of dependencies) {
      const to = findFolder(resolved)
      if (to && to !== from) edges.get(from)?.set(to, `${source} → ${resolved}`)
    }
  }

  const cycles = new Map<string, string[]>()
  const walk = (path: string[]) => {
    for (const next of edges.get(path.at(-1) ?? '')?.keys() ?? []) {
      const start = path.indexOf(next)
      if (start >= 0) cycles.set([...path.slice(start)].sort().join(), [...path.slice(start), next])
      else if (path.length < names.length) walk([...path, next])
    }
  }

  for (const layer of map.layers.slice(1)) {
    const own = new Set(layer)
    for (const name of layer)
      for (const next of [...(edges.get(name)?.keys() ?? [])])
        if (!own.has(next)) edges.get(name)?.delete(next)
    for (const name of layer) walk([name])
  }

  return [...cycles.values()].map((cycle) => ({
    rule: 'folders of a layer form no cycle',
    at: cycle
      .slice(1)
      .map((to, index) => edges.get(cycle[index] ?? '')?.get(to))
      .join(', '),
    fix: `${cycle.join(' → ')}: move what both need into a lower layer, or turn one import around`,
  }))
}

const findUnresolved = (modules: IModule[]): Violation[] =>
  modules.flatMap((module) =>
    module.dependencies
      .filter((to) => to.couldNotResolve && !/^virtual:|\+types\/|\?/.test(to.module))
      .map((to) => ({
        rule: 'imports lead somewhere',
        at: `${module.source} → ${to.module}`,
        fix: 'name an existing file with its extension, or a package that package.json lists',
      })),
  )

/**
 * Follows what is left of each browser file's imports at run time; a server file among them is in
 * the client.
 */
function reaches(map: Architecture, modules: IModule[]): Violation[] {
  const among = (globs: string[]) => (file: string) => globs.some((glob) => matchesGlob(file, glob))
  const onServer = among(map.server)
  const safe = among(map.browserSafe)
  const loads = among(map.loaders)
  const isServer = (file: string) => onServer(file) && !safe(file)
  const byName = new Map(modules.map((module) => [module.source, module]))
  const starts = modules
    .map((module) => module.source)
    .filter((file) => among(map.browser)(file) && !onServer(file))
  const broken: Violation[] = []

  for (const start of starts.filter((file) => !/\.test\.tsx?$/.test(file))) {
    const queue = [[start]]
    const visited = new Set([start])

    for (const path of queue) {
      const here = path.at(-1) ?? start
      for (const to of runtimeImports(byName.get(here))) {
        if (visited.has(to)) continue

        visited.add(to)

        const mayRead = loads(here) && /\/queries\.ts$|^src\/platform\//.test(to)
        if (isServer(to) && !mayRead)
          broken.push({
            rule: "browser code doesn't reach the server's",
            at: [...path, to].join(' → '),
            fix:
              'ask over the HTTP interface, or import a type alone (`import type`); only a ' +
              'loader may read, through queries',
          })
        else if (!isServer(to)) queue.push([...path, to])
      }
    }
  }

  return broken
}

const runtimeImports = (module: IModule | undefined) =>
  (module?.dependencies ?? [])
    .filter((to) => !to.dependencyTypes.includes('type-only') && to.resolved.startsWith('src/'))
    .map((to) => to.resolved)

const COMPOSERS: Record<string, string> = {
  jobs: 'src/worker.ts',
  api: 'the server',
  routes: 'src/routes.ts',
  seed: 'src/seed.ts',
}

/** A jobs.ts that no worker imports never runs, and nothing else would notice. */
function findUnconnected(modules: IModule[]): Violation[] {
  const top = new RegExp(TOP)
  return modules.flatMap((module) => {
    const role = /^src\/modules\/[^/]+\/(jobs|api|routes|seed)\.ts$/.exec(module.source)?.[1]
    if (!role || module.dependents.some((from) => top.test(from))) return []

    return [
      {
        rule: 'what composes knows its parts',
        at: module.source,
        fix: `import it in ${COMPOSERS[role]}: until then nothing runs it`,
      },
    ]
  })
}
