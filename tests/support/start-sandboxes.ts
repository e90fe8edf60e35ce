import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const FOLDER = 'test-results'
const OWN_SEEDED = join(FOLDER, 'e2e-seeded')
/** The folder that the tests before these have seeded, or one of its own. */
const shared = process.env.SEEDED_FOLDER ?? ''
const seeded = existsSync(shared) ? shared : OWN_SEEDED
const ports = process.argv.slice(2)
const servers = new Set<ChildProcess>()

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const server of servers) server.kill('SIGINT')
  })

/** Runs `npm start` on a folder; resolves when it serves. Throws if it ends before. */
async function startServer(port: string, dataDir: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['scripts/start.js'], {
    env: { ...process.env, PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  servers.add(server)
  server.once('exit', () => servers.delete(server))

  while (!(await isServing(port))) {
    if (!servers.has(server)) throw new Error(`The sandbox at port ${port} ended`)
    await pause(50)
  }

  return server
}

const isServing = (port: string) =>
  fetch(`http://localhost:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Makes the folder of a sandbox as a first start leaves it. */
async function seedFolder(port: string) {
  const server = await startServer(port, seeded)
  server.kill('SIGINT')
  const [code] = await once(server, 'exit')
  if (code !== 0) throw new Error(`The first sandbox ended with ${code}`)
}

const folders = ports.map((port) => join(FOLDER, `e2e-data-${port}`))
for (const folder of [OWN_SEEDED, ...folders]) rmSync(folder, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })

// seeding takes most of a first start, so one sandbox is seeded and the others are its copies
if (ports.length > 1) {
  if (!existsSync(seeded)) await seedFolder(ports[0] as string)
  for (const folder of folders) execFileSync('cp', ['-a', '--reflink=auto', seeded, folder])
}

const all = await Promise.all(
  ports.map((port, index) => startServer(port, folders[index] as string)),
)
process.stdout.write('All sandboxes serve\n')

const [code] = await Promise.race(all.map((server) => once(server, 'exit')))
for (const server of servers) server.kill('SIGINT')
process.exitCode = code ?? 1
