import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const SEEDED = 'test-results/e2e-seeded'
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
  const server = await startServer(port, SEEDED)
  server.kill('SIGINT')
  const [code] = await once(server, 'exit')
  if (code !== 0) throw new Error(`The first sandbox ended with ${code}`)
}

const folders = ports.map((port) => `test-results/e2e-data-${port}`)
for (const folder of [SEEDED, ...folders]) rmSync(folder, { recursive: true, force: true })

// seeding takes most of a first start, so one sandbox is seeded and the others are its copies
if (ports.length > 1) {
  await seedFolder(ports[0] as string)
  for (const folder of folders) execFileSync('cp', ['-a', '--reflink=auto', SEEDED, folder])
}

const all = await Promise.all(
  ports.map((port, index) => startServer(port, folders[index] as string)),
)
process.stdout.write('All sandboxes serve\n')

const [code] = await Promise.race(all.map((server) => once(server, 'exit')))
for (const server of servers) server.kill('SIGINT')
process.exitCode = code ?? 1
