import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const WORTH_IT = /\.(js|css|svg|json|txt|map)$/
const MIN_BYTES = 1024
const BROTLI_LEVEL = 10

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

async function squeeze(path: string) {
  const content = await readFile(path)
  if (content.byteLength < MIN_BYTES) return

  const [br, gz] = await Promise.all([
    toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }),
    toGzip(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/** The folder of the browser's files, from that of the server's. */
const CLIENT = '../client'

/**
 * Writes each of the browser's files beside itself as brotli and gzip, which the server hands out
 * as they are. The server's build writes one more, the list of all routes.
 */
export const precompress = (): Plugin => ({
  name: 'candor-precompress',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client' || name === 'ssr',
  writeBundle: {
    order: 'post',
    async handler({ dir }) {
      if (!dir) return
      const folder = this.environment.name === 'client' ? dir : join(dir, CLIENT)
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      const names = new Set(found.map(({ name }) => name))
      const files = found.filter(
        (entry) => entry.isFile() && WORTH_IT.test(entry.name) && !names.has(`${entry.name}.br`),
      )
      await Promise.all(files.map((entry) => squeeze(join(entry.parentPath, entry.name))))
    },
  },
})
