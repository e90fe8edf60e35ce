import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { bundleGuard } from './tools/bundle-guard.ts'
import { callAddresses } from './tools/call-addresses.ts'
import { precompress } from './tools/precompress.ts'

type DevelopmentServer = {
  createDevelopmentFetch(): Promise<Parameters<typeof getRequestListener>[0]>
}

/**
 * In development every request goes through the same Hono app as in production, loaded again
 * after an edit.
 */
const serveApp = (): Plugin => ({
  name: 'candor-same-app',
  apply: 'serve',
  configureServer: (server) => () => {
    server.middlewares.use(async (request, response, next) => {
      try {
        const { createDevelopmentFetch } = (await server.ssrLoadModule(
          '/src/server.ts',
        )) as DevelopmentServer
        request.url = (request as { originalUrl?: string }).originalUrl ?? request.url ?? '/'
        await getRequestListener(await createDevelopmentFetch(), { overrideGlobalObjects: false })(
          request,
          response,
        )
      } catch (error) {
        next(error)
      }
    })
  },
})

/**
 * React Router names the one server file after its own setting; we have several entries, each with
 * its name.
 */
const nameEntries = (): Plugin => ({
  name: 'candor-named-entries',
  apply: 'build',
  config: () => ({
    environments: {
      ssr: { build: { rollupOptions: { output: { entryFileNames: '[name].js' } } } },
    },
  }),
})

/**
 * Packages of hundreds of small files: in the build they are one file, or reading them takes most
 * of a warm start.
 */
const MANY_FILES = [
  /^@base-ui\//,
  /^@tanstack\//,
  'kysely',
  'libphonenumber-js',
  'zod',
  /^@orpc\//,
  /^hono(\/|$)/,
]

const fewerFiles = (): Plugin => ({
  name: 'candor-fewer-files',
  apply: 'build',
  config: () => ({ environments: { ssr: { resolve: { noExternal: MANY_FILES } } } }),
})

/**
 * Emits the script that enhances the public pages as a file of its own; `src/server.ts` finds it by
 * its name.
 */
const siteScript = (): Plugin => ({
  name: 'candor-site-script',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  buildStart() {
    this.emitFile({ type: 'chunk', id: './src/web/site/start.ts', name: 'site-script' })
  },
})

/**
 * Puts the style sheets of components below those of pages, whichever a browser loads last: a lazy
 * piece of a page may load a sheet again.
 */
const componentLayer = (): Plugin => ({
  name: 'candor-component-layer',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/ui\/.*\.module\.css$/ },
    handler: (code) => ({ code: `@layer components {\n${code}\n}`, map: null }),
  },
})

/** What a member's browser loads first: the frame of every page, then the overview. */
const FRAME = ['src/entry.client.tsx', 'src/root.tsx']
const FIRST_SCREEN = [
  'src/web/dashboard/layout.tsx',
  'src/modules/portfolio/screens/member/overview.tsx',
]

/** Checks of addresses: files of the first screen name them, and it uses none. */
const ADDRESS_CHECKS =
  /node_modules\/@(noble|scure)\/|src\/(lib\/addresses|modules\/withdrawals\/model\/address)\.ts$/

/** The script of the public pages, with the drawings that it loads later. */
const SITE_SCRIPT = ['src/web/site/start.ts']
/** Everything but the drawings, which a public page loads without the files of the portal. */
const NO_DRAWING = /^(?!.*\/src\/ui\/art\/)/

type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type ModuleGraph = { getModuleInfo(id: string): ModuleInfo | null }

/** Returns every module that is loaded with these files, themselves included; and later ones. */
function collectReach(graph: ModuleGraph, files: readonly string[], later = false): Set<string> {
  const reached = new Set(files.map((file) => join(import.meta.dirname, file)))
  for (const id of reached) {
    const module = graph.getModuleInfo(id)
    for (const imported of module?.importedIds ?? [])
      if (!ADDRESS_CHECKS.test(imported)) reached.add(imported)
    for (const imported of (later && module?.dynamicallyImportedIds) || []) reached.add(imported)
  }

  return reached
}

/** Names a module's file by what needs it first; null where nothing of these does. */
const nameByReach = () => {
  let frame: Set<string> | undefined
  let first: Set<string> | undefined

  return (id: string, graph: ModuleGraph) => {
    frame ??= collectReach(graph, FRAME)
    first ??= collectReach(graph, FIRST_SCREEN)

    return frame.has(id) ? 'frame' : first.has(id) ? 'first' : null
  }
}

/** Names the file of what public pages share with the portal, which they load nothing else of. */
const namePublic = () => {
  let site: Set<string> | undefined
  let portal: Set<string> | undefined

  return (id: string, graph: ModuleGraph) => {
    site ??= collectReach(graph, SITE_SCRIPT, true)
    portal ??= collectReach(graph, [...FRAME, ...FIRST_SCREEN])

    return site.has(id) && portal.has(id) ? 'public' : null
  }
}

/**
 * What several screens share, in a few files instead of a file for each module: a screen of a
 * hundred files waits for requests, not for bytes. What only later screens need is in other files
 * than what the first one needs, and large modules of it stay apart.
 */
const SHARED_FILES = [
  { name: namePublic(), priority: 7 },
  { name: 'addresses', test: ADDRESS_CHECKS, priority: 6 },
  { name: 'styles', test: /src\/ui\/.*\.css$/, priority: 5 },
  { name: nameByReach(), minShareCount: 2, priority: 4 },
  { name: 'shared', test: NO_DRAWING, minShareCount: 5, maxModuleSize: 3_000, priority: 2 },
  { name: 'small', test: NO_DRAWING, minShareCount: 2, maxModuleSize: 700, priority: 1 },
]

/** Files that only define: one of them is left out where nothing of it is used. */
const PURE = /\/src\/(lib|modules\/[\w-]+\/model)[/.]/

const sharedFiles = (): Plugin => ({
  name: 'candor-shared-files',
  apply: 'build',
  config: () => ({
    environments: {
      client: {
        build: {
          rolldownOptions: {
            treeshake: { moduleSideEffects: [{ test: PURE, sideEffects: false }] },
            output: { codeSplitting: { groups: SHARED_FILES } },
          },
        },
      },
    },
  }),
})

/** The file of the threads that build proofs of liabilities: the server finds it by its name. */
const SLIP_WORKER = './src/modules/transparency/adapters/slip-worker.ts'

export default defineConfig({
  plugins: [
    serveApp(),
    callAddresses(),
    componentLayer(),
    reactRouter(),
    siteScript(),
    nameEntries(),
    fewerFiles(),
    sharedFiles(),
    bundleGuard(),
    precompress(),
  ],
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        rollupOptions: {
          input: { server: './src/server.ts', seed: './src/seed.ts', 'slip-worker': SLIP_WORKER },
        },
      },
    },
  },
})
