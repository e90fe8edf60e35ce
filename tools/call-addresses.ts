import type { Plugin, ViteDevServer } from 'vite'

const NAME = 'virtual:call-addresses'
const RESOLVED = `\0${NAME}`

type Procedure = {
  '~orpc': {
    route: { method?: string; path?: string; outputStructure?: string }
    meta: { money?: boolean; upload?: boolean }
  }
}
type Router = { [name: string]: Router | Procedure }

/**
 * What the browser needs to know of a call: `[method, path, flags]`, m for money, u for upload, d
 * for a detailed answer.
 */
type Address = [method: string, path: string, flags: string]

const isProcedure = (item: Router | Procedure): item is Procedure => '~orpc' in item

function toAddress({ '~orpc': { route, meta } }: Procedure): Address {
  const flags = `${meta.money ? 'm' : ''}${meta.upload ? 'u' : ''}${route.outputStructure === 'detailed' ? 'd' : ''}`
  return [route.method ?? 'POST', route.path ?? '', flags]
}

function flatten(router: Router, path: readonly string[] = []): Record<string, Address> {
  const entries = Object.entries(router).map(([name, item]) =>
    isProcedure(item)
      ? { [[...path, name].join('.')]: toAddress(item) }
      : flatten(item, [...path, name]),
  )

  return Object.assign({}, ...entries)
}

/**
 * Gives the browser the addresses of all calls, read from src/contract.ts, without the schemas
 * behind them.
 */
export function callAddresses(): Plugin {
  let development: ViteDevServer | undefined
  const load = async () =>
    (development
      ? await development.ssrLoadModule('/src/contract.ts')
      : await import(new URL('../src/contract.ts', import.meta.url).href)) as { contract: Router }

  return {
    name: 'candor-call-addresses',
    configureServer: (server) => {
      development = server
    },
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: async (id) =>
      id === RESOLVED
        ? `export default ${JSON.stringify(flatten((await load()).contract))}`
        : undefined,
  }
}
